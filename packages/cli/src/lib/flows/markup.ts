const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
}

/** Text of a page of the library or of an emulator, which escape these characters alone. */
const unescape = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')

/** The text of an element without its tags, in one line. */
const plainText = (html: string): string =>
  unescape(html.replaceAll(/<[^>]*>/g, ''))
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The first form of a page, with its hidden fields. */
export interface PageForm {
  readonly action: string
  readonly fields: readonly (readonly [string, string])[]
}

export function readForm(html: string): PageForm | undefined {
  const [, action, inside = ''] =
    /<form method="post" action="([^"]*)">(.*?)<\/form>/s.exec(html) ?? []
  if (action === undefined) return undefined
  const fields = [...inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  return {
    action: unescape(action),
    fields: fields.map(([, name = '', value = '']) => [unescape(name), unescape(value)] as const),
  }
}

/** What an emulator says of a request that it refuses. */
export function readProblem(html: string): string | undefined {
  const [, message] = /<pre class="problem">(.*?)<\/pre>/s.exec(html) ?? []
  return message === undefined ? undefined : plainText(message)
}

/** The terms of the box that error pages have in development, such as `Error` and `Fix`. */
export function readErrorBox(html: string): ReadonlyMap<string, readonly string[]> {
  const [, box = ''] = /<section class="development"[^>]*>(.*?)<\/section>/s.exec(html) ?? []
  const terms = new Map<string, string[]>()
  let last: string[] = []
  for (const [, tag, inside = ''] of box.matchAll(/<(dt|dd)>(.*?)<\/\1>/gs)) {
    if (tag === 'dd') last.push(plainText(inside))
    else terms.set(plainText(inside), (last = []))
  }
  return terms
}

/** What the sign-in page says in development of the providers that have no keys. */
export const readNotices = (html: string): readonly string[] => {
  const [, box = ''] = /<aside class="notice"[^>]*>(.*?)<\/aside>/s.exec(html) ?? []
  return [...box.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => plainText(item))
}
