/**
 * Markup that is safe to send. Only {@link html} and {@link trusted} create it, so that nothing parsed from a request can pass
 * for markup.
 */
export class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

/** Allowed in a `${}` of {@link html}. Strings are escaped; `false`, `null` and `undefined` write nothing. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[]

const REFERENCES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => REFERENCES.get(character) ?? '')
}

function renderValue(value: HtmlValue): string {
  if (typeof value === 'string') return escape(value)
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof Html) return value.toString()
  return typeof value === 'object' ? value.map(renderValue).join('') : escape(String(value))
}

/**
 * Tagged template for markup. Every value is escaped for text and for quoted attributes, unless it is {@link Html}
 * itself; so attributes always have quotes around them.
 *
 * @returns markup that can be put into another `html` template
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = ''
  for (let index = 0; index < strings.length; index += 1) {
    markup += (strings[index] ?? '') + renderValue(values[index])
  }
  return new Html(markup)
}

/** Takes text of this library (never of a request or a configuration) as markup. */
export function trusted(markup: string): Html {
  return new Html(markup)
}

/**
 * Puts values into the `{placeholders}` of a text.
 *
 * @param text - escaped like any other string
 * @param values - by name of the placeholder; a name without a value writes nothing
 */
export function fill(text: string, values: Readonly<Record<string, HtmlValue>>): Html {
  const parts = text.split(/\{(\w+)\}/)
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : values[part]))}`
}
