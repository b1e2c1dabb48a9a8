/** A form as it is in a page. */
export interface FormMarkup {
  /** Where it goes, as an absolute URL. */
  readonly action: string
  /** Names and values of its inputs. */
  readonly fields: URLSearchParams
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  '#x2F': '/',
  '#96': '`',
}

function unescape(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}

function attributes(tag: string): Map<string, string> {
  const pairs = tag.matchAll(/([\w-]+)="([^"]*)"/g)
  return new Map([...pairs].map(([, name = '', value = '']) => [name, unescape(value)]))
}

/**
 * Finds the forms of a page that quotes its attributes, as the provider's pages do.
 *
 * @param page - markup
 * @param base - URL of the page
 * @returns its forms, in order
 */
export function readForms(page: string, base: string): readonly FormMarkup[] {
  const forms = page.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)
  return [...forms].map(([, tag = '', content = '']) => {
    const inputs = [...content.matchAll(/<input\b([^>]*)>/gs)].map(([input]) => attributes(input))
    const fields = inputs.map((input): [string, string] => [
      input.get('name') ?? '',
      input.get('value') ?? '',
    ])
    return {
      action: new URL(attributes(tag).get('action') ?? '', base).href,
      fields: new URLSearchParams(fields),
    }
  })
}
