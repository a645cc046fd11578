// Runs before the first paint so that no page flashes in another look; src/platform/theme takes over afterwards. Also
// asks for the files of the screen that will be shown, which else would wait until the first ones have been run.
;(function () {
  function stored(key, inTab) {
    try {
      return (inTab ? sessionStorage : localStorage).getItem(key)
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

  var files = document.currentScript ? document.currentScript.dataset : {}
  var asked = {}
  function ask(list) {
    var names = (list || '').split(' ')
    for (var index = 0; index < names.length; index += 1) {
      if (names[index] === '' || asked[names[index]]) continue
      asked[names[index]] = true
      var link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = names[index]
      document.head.appendChild(link)
    }
  }
  if (stored('access_token') === null && stored('refresh_token') === null) {
    ask(files.signIn)
  } else {
    ask(files.signedIn)
    if (location.pathname === '/ios-desktop') {
      var key = 'soldesk.user.' + read('user_info').id + '.windows'
      var layout = stored(key, true) || stored(key) || ''
      if (/[?&]open=/.test(location.search) || layout.indexOf('"path"') >= 0) ask(files.windows)
    }
  }
})()
