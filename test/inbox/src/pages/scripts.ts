/** Fetches the list again and again, and shows it when it has changed. */
export const REFRESH_SCRIPT: string = `
const list = document.getElementById('list')
const tick = async () => {
  try {
    const page = await (await fetch('/', { cache: 'no-store' })).text()
    const next = new DOMParser().parseFromString(page, 'text/html')
    const fresh = next.getElementById('list')
    if (fresh && fresh.dataset.newest !== list.dataset.newest) {
      list.replaceChildren(...fresh.childNodes)
      list.dataset.newest = fresh.dataset.newest
      document.getElementById('count').textContent = next.getElementById('count').textContent
      document.title = next.title
    }
  } catch {}
  setTimeout(tick, 1500)
}
setTimeout(tick, 1500)
`

/** Shows the copy button, which needs script, and makes it work. */
export const COPY_SCRIPT: string = `
const button = document.getElementById('copy')
if (button && navigator.clipboard) {
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => { button.textContent = 'Copy' }, 2000)
  })
}
`
