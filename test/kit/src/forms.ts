/** A form of a page, as a browser without scripts sends it. */
export interface PageForm {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function unescape(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) => {
    if (typeof hex === 'string') return String.fromCodePoint(Number.parseInt(hex, 16))
    if (typeof decimal === 'string') return String.fromCodePoint(Number(decimal))
    return ENTITIES[String(name)] ?? String(all)
  })
}

function attribute(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? []
  return value === undefined ? undefined : unescape(value)
}

/**
 * Reads the forms of a page. The pages of the library, the provider and the inbox quote their attributes, so that it takes
 * no parser.
 *
 * @returns its forms, in order
 */
export function readForms(html: string): readonly PageForm[] {
  return [...html.matchAll(/<form[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => {
    const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([tag]): [string, string] => [
      attribute(tag, 'name') ?? '',
      attribute(tag, 'value') ?? '',
    ])
    return { action: attribute(form, 'action') ?? '', fields: Object.fromEntries(inputs) }
  })
}
