/** The components of `@auth/sveltekit` that are forms. */
export type FormKind = 'SignIn' | 'SignOut'

type Attributes = ReadonlyMap<string, string>

const ATTRIBUTE = /\s*([\w:-]+)(?:=("[^"]*"|'[^']*'|\{\{[^{}]*\}\}|\{[^{}]*\}))?/y

/** The attributes of a tag as they are written; nothing where one is written in another way. */
function readAttributes(text: string): Attributes | undefined {
  const found = new Map<string, string>()
  let at = 0
  while (at < text.trimEnd().length) {
    ATTRIBUTE.lastIndex = at
    const match = ATTRIBUTE.exec(text)
    if (match === null) return undefined
    const [whole, name = '', value = ''] = match
    found.set(name, value)
    at += whole.length
  }
  return found
}

/** The content of a component. */
interface Slots {
  readonly fields: string
  /** Of the button. */
  readonly label: string
}

const SNIPPET = /\{#snippet submitButton\(\)\}([\s\S]*?)\{\/snippet\}/

const ELEMENT =
  /<(svelte:fragment|[a-z][\w-]*)((?:\s[^<>]*)?)\sslot=["']submitButton["']([^<>]*)>([\s\S]*?)<\/\1>/

/** The label of the button, and the text that says it. */
function readLabel(body: string): { readonly whole: string; readonly label: string } {
  const snippet = SNIPPET.exec(body)
  if (snippet) return { whole: snippet[0], label: (snippet[1] ?? '').trim() }
  const element = ELEMENT.exec(body)
  if (!element) return { whole: '', label: '' }
  const [whole, tag = '', before = '', after = '', content = ''] = element
  const isFragment = tag === 'svelte:fragment'
  return {
    whole,
    label: isFragment ? content.trim() : `<${tag}${before}${after}>${content}</${tag}>`,
  }
}

/** The content without the marks that say where each part goes; nothing where there are others. */
function readSlots(body: string): Slots | undefined {
  const { whole, label } = readLabel(body)
  const rest = body.replace(whole, '')
  const fields = rest.replaceAll(/\sslot=["'](?:credentials|email)["']/g, '').trim()
  return /\bslot=|\{#snippet/.test(fields) ? undefined : { fields, label }
}

const KNOWN = new Set(['provider', 'signInPage', 'signOutPage', 'className', 'class', 'options'])

const REDIRECT = /^\{\{\s*redirectTo:\s*("[^"]*"|'[^']*'|[\w$.]+),?\s*\}\}$/

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value=${value} />`

/** Where to go afterwards, as a field; nothing where the options are others. */
function redirectField(attributes: Attributes): readonly string[] | undefined {
  const options = attributes.get('options')
  if (options === undefined) return []
  const value = REDIRECT.exec(options)?.[1]
  if (value === undefined) return undefined
  return [hidden('redirectTo', /^["']/.test(value) ? `"${value.slice(1, -1)}"` : `{${value}}`)]
}

/** What the button says where the application does not. */
function defaultLabel(kind: FormKind, provider: string | undefined): string {
  if (kind === 'SignOut') return 'Sign out'
  if (provider === undefined) return 'Sign in'
  return `Sign in with ${provider.startsWith('{') ? provider : provider.slice(1, -1)}`
}

/** The page with the action of the form, as the component names it. */
function actionOf(kind: FormKind, attributes: Attributes): string {
  const page = attributes.get(kind === 'SignIn' ? 'signInPage' : 'signOutPage')
  if (page === undefined) return `"/${kind.toLowerCase()}"`
  return page.startsWith('{') ? `"/${page}"` : `"/${page.slice(1, -1)}"`
}

/** The form that stands for a component; nothing where that is not known. */
function formText(kind: FormKind, tag: string, body: string, indent: string): string | undefined {
  const attributes = readAttributes(tag)
  const slots = readSlots(body)
  const redirect = attributes && redirectField(attributes)
  if (attributes === undefined || slots === undefined || redirect === undefined) return undefined
  if ([...attributes.keys()].some((name) => !KNOWN.has(name))) return undefined
  const style = attributes.get('className') ?? attributes.get('class')
  const provider = kind === 'SignIn' ? attributes.get('provider') : undefined
  const lines = [
    ...(provider === undefined ? [] : [hidden('provider', provider)]),
    ...redirect,
    ...(slots.fields === '' ? [] : [slots.fields]),
    `<button>${slots.label === '' ? defaultLabel(kind, provider) : slots.label}</button>`,
  ]
  const open = `<form method="POST" action=${actionOf(kind, attributes)}${style === undefined ? '' : ` class=${style}`}>`
  return [open, ...lines.map((line) => `${indent}  ${line}`), `${indent}</form>`].join('\n')
}

const usesOf = (name: FormKind): RegExp =>
  new RegExp(
    String.raw`<${name}((?:\s(?:[^<>{}"']|"[^"]*"|'[^']*'|\{\{[^{}]*\}\}|\{[^{}]*\})*?)?)(?:/>|>([\s\S]*?)</${name}>)`,
    'g',
  )

/** A text with other pieces. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The forms that take the place of a component; nothing where one of its uses is not known. */
export function formEdits(text: string, kind: FormKind): readonly TextEdit[] | undefined {
  const all = text.match(new RegExp(String.raw`<${kind}\b`, 'g'))?.length ?? 0
  // Beside the import, and the ends of tags: the component is handed on.
  const script = [...text.matchAll(/<script\b[\s\S]*?<\/script>/g)].map(([whole]) => whole).join('')
  if ((script.match(new RegExp(String.raw`\b${kind}\b`, 'g'))?.length ?? 0) > 1) return undefined
  const edits = [...text.matchAll(usesOf(kind))].map((match) => {
    const [whole, tag = '', body = ''] = match
    const indent = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, match.index))?.[1] ?? ''
    const form = formText(kind, tag, body, indent)
    return form === undefined
      ? []
      : [{ start: match.index, end: match.index + whole.length, text: form }]
  })
  return edits.length === all && edits.every(({ length }) => length === 1)
    ? edits.flat()
    : undefined
}
