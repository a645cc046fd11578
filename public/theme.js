// Sets the theme before the first paint; src/platform/theme takes over afterwards. Also preloads the code of the signed-in
// screens, which would otherwise wait until the first script has run.
;(function () {
  function stored(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  function read(key) {
    try {
      return JSON.parse(stored(key)) || {}
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
  var appearance = read('soldesk.appearance')
  // Entries from before the nested shape hold their choices themselves.
  var chosen = appearance.state || appearance
  var marks = { accent: 'accent', wallpaper: 'wallpaper', dockSize: 'dock-size', motion: 'motion' }
  for (var name in marks) {
    var value = chosen[name]
    if (typeof value === 'string' && /^[a-z]{1,20}$/.test(value)) {
      root.setAttribute('data-' + marks[name], value)
    }
  }

  var signedIn = document.currentScript && document.currentScript.dataset.signedIn
  if (signedIn && (stored('access_token') !== null || stored('refresh_token') !== null)) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = signedIn
    document.head.appendChild(link)
  }
})()
