/** A place in markup for what only a request knows. What it is filled with is escaped like every other value. */
export class Slot {
  readonly #name: string
  readonly #convert: (value: string) => string

  constructor(name: string, convert: (value: string) => string) {
    this.#name = name
    this.#convert = convert
  }

  /** What the slot is filled with, as markup. */
  fill(values: SlotValues): string {
    const value = values[this.#name]
    return typeof value === 'string' ? escape(this.#convert(value)) : html`${value}`.toString()
  }
}

/**
 * Markup that is safe to send. Only {@link html} and {@link trusted} make one, so nothing parsed from a request can pose as
 * one.
 */
export class Html {
  /** Texts next to each other are one. */
  readonly #parts: readonly (string | Slot)[]

  constructor(parts: readonly (string | Slot)[]) {
    this.#parts = parts
  }

  static parts(markup: Html): readonly (string | Slot)[] {
    return markup.#parts
  }

  /** The markup as text, its slots empty. */
  toString(): string {
    return this.#parts.filter((part) => typeof part === 'string').join('')
  }
}

/** What is allowed in a `${}` of {@link html}. Strings are escaped; `false`, `null` and `undefined` leave nothing. */
export type HtmlValue =
  | Html
  | Slot
  | string
  | number
  | false
  | null
  | undefined
  | readonly HtmlValue[]

/** What slots are filled with, by their names. */
export type SlotValues = Readonly<Record<string, HtmlValue>>

const REFERENCES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Puts markup together, so that texts next to each other become one. */
class Builder {
  readonly #parts: (string | Slot)[] = []
  #text = ''

  /** @param markup - nothing that would have to be escaped */
  addMarkup(markup: string): void {
    this.#text += markup
  }

  add(value: HtmlValue): void {
    if (value === false || value === null || value === undefined) return
    if (value instanceof Html) Html.parts(value).forEach((part) => this.#addPart(part))
    else if (value instanceof Slot) this.#addPart(value)
    else if (typeof value === 'object') value.forEach((inner) => this.add(inner))
    else this.#text += escape(String(value))
  }

  #addPart(part: string | Slot): void {
    if (typeof part === 'string') {
      this.#text += part
      return
    }
    this.#parts.push(this.#text, part)
    this.#text = ''
  }

  finish(): Html {
    return new Html([...this.#parts, this.#text])
  }
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => REFERENCES.get(character) ?? '')
}

/**
 * Tagged template for markup. Every value is escaped for text and for quoted attributes, unless it is {@link Html}
 * itself; so attributes always have quotes around them.
 *
 * @returns markup that can be put into another `html` template
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const builder = new Builder()
  strings.forEach((text, index) => {
    builder.addMarkup(text)
    builder.add(values[index])
  })
  return builder.finish()
}

/** Takes text of this library (never of a request or a configuration) as markup. */
export function trusted(markup: string): Html {
  return new Html([markup])
}

/**
 * A place to be filled in later.
 *
 * @param convert - makes of a text what may be written there. Default: the text
 */
export function slot(name: string, convert: (value: string) => string = (value) => value): Slot {
  return new Slot(name, convert)
}

/**
 * Makes what fills in the slots of markup, again and again.
 *
 * @returns takes what goes into each slot, by its name; one without a value is left empty
 */
export function prepare(markup: Html): (values: SlotValues) => string {
  const parts = Html.parts(markup)
  const slots = [...new Set(parts.filter((part) => part instanceof Slot))]
  const plan = parts.map((part) => (part instanceof Slot ? slots.indexOf(part) : part))
  return (values) => {
    const filled = slots.map((one) => one.fill(values))
    let text = ''
    for (const step of plan) text += typeof step === 'string' ? step : (filled[step] ?? '')
    return text
  }
}

/**
 * Puts values into the `{placeholders}` of a text.
 *
 * @param text - the text, escaped like any other string
 * @param values - by name of the placeholder; a name without a value leaves nothing
 */
export function fill(text: string, values: SlotValues): Html {
  const parts = text.split(/\{(\w+)\}/)
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : values[part]))}`
}
