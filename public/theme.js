// Runs before the first paint so that no page flashes in another look; src/platform/theme takes over afterwards.
;(function () {
  function stored(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  function look() {
    try {
      return JSON.parse(stored('soldesk.appearance')) || {}
    } catch {
      return {}
    }
  }
  var theme = stored('theme')
  if (theme !== 'light' && theme !== 'dark') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  var root = document.documentElement
  root.setAttribute('data-theme', theme)
  root.style.colorScheme = theme
  var chosen = look()
  var marks = { accent: 'accent', wallpaper: 'wallpaper', dockSize: 'dock-size', motion: 'motion' }
  for (var name in marks) {
    var value = chosen[name]
    if (typeof value === 'string' && /^[a-z]{1,20}$/.test(value)) {
      root.setAttribute('data-' + marks[name], value)
    }
  }
})()
