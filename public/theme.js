// Runs before the first paint so that no page flashes in the other theme; src/platform/theme takes over afterwards.
;(function () {
  function stored() {
    try {
      return localStorage.getItem('theme')
    } catch {
      return null
    }
  }
  var theme = stored()
  if (theme !== 'light' && theme !== 'dark') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  var root = document.documentElement
  root.setAttribute('data-theme', theme)
  root.style.colorScheme = theme
})()
