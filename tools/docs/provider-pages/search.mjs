// Runs in the page: narrows the list while somebody types. Without it the list is there, and whole.

/** @type {(id: string) => HTMLElement} */
function element(id) {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`There is no #${id}`)
  return found
}

/** @type {(text: string) => string} */
const plain = (text) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const form = element('filter')
const words = /** @type {HTMLInputElement} */ (element('words'))
const items = [...document.querySelectorAll('li[data-kind]')].map((item) => ({
  item: /** @type {HTMLElement} */ (item),
  kind: item.getAttribute('data-kind'),
  text: plain(item.getAttribute('data-words') ?? ''),
}))

function narrow() {
  const wanted = plain(words.value).split(/\s+/).filter(Boolean)
  const chosen = form.querySelector('input[name=kind]:checked')
  const kind = chosen instanceof HTMLInputElement ? chosen.value : ''
  let shown = 0
  for (const one of items) {
    const fits =
      (kind === '' || one.kind === kind) && wanted.every((word) => one.text.includes(word))
    one.item.hidden = !fits
    shown += fits ? 1 : 0
  }
  for (const section of document.querySelectorAll('section')) {
    const left = section.querySelectorAll('li[data-kind]:not([hidden])').length
    section.hidden = left === 0
    const amount = section.querySelector('.amount')
    if (amount) amount.textContent = String(left)
  }
  element('none').hidden = shown > 0
  element('status').textContent = shown === 1 ? '1 provider' : `${shown} providers`
}

/** Opens the provider that the address names. */
function openNamed() {
  const named = location.hash === '' ? null : document.getElementById(location.hash.slice(1))
  const details = named?.querySelector('details')
  if (!named || !details) return
  details.open = true
  named.scrollIntoView()
}

form.hidden = false
form.addEventListener('input', narrow)
form.addEventListener('submit', (event) => event.preventDefault())
document.addEventListener('keydown', (event) => {
  const typing = event.target instanceof HTMLInputElement && event.target.type === 'search'
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    words.focus()
  } else if (event.key === 'Escape' && typing) {
    words.value = ''
    narrow()
  }
})
addEventListener('hashchange', openNamed)
// A browser that goes back fills the form in again, without an event.
narrow()
openNamed()
