/** A form of a page, as a browser without scripts sends it. */
export interface PageForm {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

function unescape(text: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) => {
    if (typeof hex === 'string') return String.fromCodePoint(Number.parseInt(hex, 16))
    if (typeof decimal === 'string') return String.fromCodePoint(Number(decimal))
    return entities[String(name)] ?? String(all)
  })
}

function attribute(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? []
  return value === undefined ? undefined : unescape(value)
}

/** The forms of a page of ours; their markup is plain enough to read it without a parser. */
export function formsOf(html: string): readonly PageForm[] {
  return [...html.matchAll(/<form[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => {
    const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([tag]): [string, string] => [
      attribute(tag, 'name') ?? '',
      attribute(tag, 'value') ?? '',
    ])
    return { action: attribute(form, 'action') ?? '', fields: Object.fromEntries(inputs) }
  })
}
