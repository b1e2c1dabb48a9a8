/** What a reader has chosen in tabs holds for every page, and the navigation shows where the reader is. */

/** The titles that were chosen last, the newest first: a framework and a package manager. */
const KEY = 'latchstring:tabs'
const MOST = 4

/** @returns {readonly string[]} */
function readChoices() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((title) => typeof title === 'string') : []
  } catch {
    // Storage may be closed to the page.
    return []
  }
}

/** @param {string} title */
function store(title) {
  const others = readChoices().filter((one) => one !== title)
  try {
    localStorage.setItem(KEY, JSON.stringify([title, ...others].slice(0, MOST)))
  } catch {}
}

/** @type {(group: Element) => readonly (readonly [title: string, input: HTMLInputElement])[]} */
const tabsOf = (group) =>
  [...group.querySelectorAll('.tabs label')].map((label) => [
    label.textContent?.trim() ?? '',
    document.getElementById(label.getAttribute('for') ?? ''),
  ])

/** @type {(group: Element, choices: readonly string[]) => void} */
function choose(group, choices) {
  const tabs = tabsOf(group)
  const title = choices.find((choice) => tabs.some(([own]) => own === choice))
  const [, input] = tabs.find(([own]) => own === title) ?? []
  if (input && !input.checked) input.click()
}

/** @type {WeakSet<Element>} */
const watched = new WeakSet()

/** Shows the tabs that were chosen on other pages, and keeps what is chosen here, in all groups of the page. */
export function rememberTabs() {
  const groups = [...document.querySelectorAll('.vp-code-group')]
  for (const group of groups) {
    choose(group, readChoices())
    if (watched.has(group)) continue
    watched.add(group)
    group.addEventListener('change', ({ isTrusted, target }) => {
      const title = tabsOf(group).find(([, input]) => input === target)?.[0]
      if (title === undefined || !isTrusted) return
      store(title)
      for (const other of groups) if (other !== group) choose(other, [title])
    })
  }
}

/** Moves the navigation to the entry of the page, which may be far below the first. */
export function showActiveEntry() {
  const entries = [...document.querySelectorAll('.VPSidebar .VPSidebarItem.is-active.is-link')]
  const entry = entries.at(-1)
  const sidebar = entry?.closest('.VPSidebar')
  if (!entry || !sidebar) return
  const [own, around] = [entry.getBoundingClientRect(), sidebar.getBoundingClientRect()]
  if (own.top >= around.top && own.bottom <= around.bottom) return
  sidebar.scrollTop += own.top - around.top - around.height / 3
}

/** The heading of a folded group is a button of its own, and the theme has a second one in it, which does the same. */
export function flattenGroups() {
  for (const caret of document.querySelectorAll('.VPSidebarItem > .item[role="button"] > .caret')) {
    caret.removeAttribute('role')
    caret.removeAttribute('tabindex')
    caret.removeAttribute('aria-label')
  }
}
