/** Markup that is written to a page as it is. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

/** What may be part of an {@link html} template. Everything but {@link Html} is escaped. */
export type Renderable = string | number | false | undefined | Html | readonly Renderable[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

function render(value: Renderable): string {
  if (value === false || value === undefined) return ''
  if (value instanceof Html) return value.markup
  if (typeof value === 'string') return escape(value)
  if (typeof value === 'number') return String(value)
  return value.map(render).join('')
}

/**
 * Template tag that escapes every value for text and for quoted attributes.
 *
 * @param strings - the literal markup
 * @param values - what stands between
 * @returns the finished markup
 */
export function html(strings: TemplateStringsArray, ...values: readonly Renderable[]): Html {
  return new Html(strings.map((part, index) => part + render(values[index])).join(''))
}
