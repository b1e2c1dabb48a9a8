import { type Section, splitPage } from './pages.ts'

/** A section that was found. */
export interface Found {
  readonly address: string
  /** The title of the page, and the heading of the section. */
  readonly title: string
  /** The paragraph that has most of what was asked for. */
  readonly excerpt: string
}

/** Words of the pages for what people also ask. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  '2fa': ['factor'],
  mfa: ['factor'],
  totp: ['factor'],
  login: ['sign', 'in'],
  signin: ['sign', 'in'],
  logout: ['sign', 'out', 'end'],
  signout: ['sign', 'out', 'end'],
  logoff: ['sign', 'out', 'end'],
  middleware: ['proxy', 'guard', 'protect'],
  jwt: ['token', 'cookie'],
  ratelimit: ['limit'],
  throttle: ['limit'],
  webauthn: ['passkey'],
  env: ['variable'],
  environment: ['variable'],
  magic: ['email', 'link'],
  revoke: ['end', 'session'],
  rbac: ['role'],
  permission: ['role'],
  sso: ['openid', 'provider'],
  oidc: ['openid', 'connect'],
  db: ['database'],
  invalidate: ['end', 'session'],
  organization: ['tenant'],
  bearer: ['token', 'api'],
}

/** Pages about one framework, one store or one way to move, which repeat what the guides say. */
const NARROW = /^(?:adapters|packages)\/|^docs\/(?:framework|moving|storage)-/

/** Words that every page has. */
const COMMON: ReadonlySet<string> = new Set(
  'a an and are as at be by can do does for from have how i if in is it my not of on or that the there this to use what when where which with you your'.split(
    ' ',
  ),
)

/** A word without the endings that do not change what it means. */
const stem = (word: string): string =>
  word.length < 4 ? word : word.replace(/(?:ies)$/, 'y').replace(/(?<!s)s$|ing$/, '')

const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem)

/** What is searched for: each word as written, or one of its other words, which count less. */
function readQuery(query: string): ReadonlyMap<string, number> {
  const raw = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const asked = raw.filter((word) => !COMMON.has(word))
  const weights = new Map<string, number>()
  const add = (word: string, weight: number): void => {
    weights.set(stem(word), Math.max(weight, weights.get(stem(word)) ?? 0))
  }
  for (const word of asked.length === 0 ? raw : asked) {
    add(word, 1)
    for (const other of OTHER_WORDS[word] ?? OTHER_WORDS[stem(word)] ?? []) add(other, 0.5)
  }
  return weights
}

/** A section with the words in it. */
interface Entry extends Section {
  readonly words: ReadonlyMap<string, number>
  readonly length: number
  readonly headingWords: ReadonlySet<string>
  readonly pageWords: ReadonlySet<string>
}

function makeEntry(path: string, section: Section): Entry {
  const all = wordsOf(section.text)
  const words = new Map<string, number>()
  for (const word of all) words.set(word, (words.get(word) ?? 0) + 1)
  return {
    ...section,
    words,
    length: all.length,
    headingWords: new Set(wordsOf(section.heading)),
    pageWords: new Set(wordsOf(`${section.page} ${path}`)),
  }
}

/** How well a section fits, by BM25 with headings that count more. */
function score(
  entry: Entry,
  weights: ReadonlyMap<string, number>,
  rarity: (word: string) => number,
  average: number,
): number {
  let sum = 0
  for (const [word, weight] of weights) {
    const count = entry.words.get(word) ?? 0
    const inText = (count * 2.2) / (count + 1.2 * (0.25 + (0.75 * entry.length) / average))
    const inHeading = entry.headingWords.has(word) ? 2.5 : 0
    const inPage = entry.pageWords.has(word) ? 1.5 : 0
    sum += weight * rarity(word) * (inText + inHeading + inPage)
  }
  return NARROW.test(entry.address) ? sum * 0.75 : sum
}

/** The paragraph with most of the words, in one line. */
function excerptOf({ text }: Section, weights: ReadonlyMap<string, number>): string {
  const paragraphs = text.split(/\n{2,}/).filter((part) => !/^(?:```|#|<|\|)/.test(part.trim()))
  const rank = (part: string): number =>
    [...new Set(wordsOf(part))].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0)
  const [best = ''] = paragraphs.toSorted((one, other) => rank(other) - rank(one))
  const line = best
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length <= 240 ? line : `${line.slice(0, 240).replace(/\s\S*$/, '')} …`
}

/**
 * The sections that fit a question, the best first.
 *
 * @param most - how many there may be
 */
export function searchPages(
  pages: ReadonlyMap<string, string>,
  query: string,
  most = 8,
): readonly Found[] {
  const weights = readQuery(query)
  const entries = [...pages].flatMap(([path, text]) =>
    splitPage(path, text).map((section) => makeEntry(path, section)),
  )
  const average = entries.reduce((sum, { length }) => sum + length, 0) / entries.length
  const rarity = (word: string): number => {
    const having = entries.filter(
      ({ words, headingWords }) => words.has(word) || headingWords.has(word),
    ).length
    return Math.log(1 + (entries.length - having + 0.5) / (having + 0.5))
  }
  const rarities = new Map([...weights.keys()].map((word) => [word, rarity(word)]))
  return entries
    .map((entry) => ({
      entry,
      points: score(entry, weights, (word) => rarities.get(word) ?? 0, average),
    }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points)
    .slice(0, most)
    .map(({ entry }) => ({
      address: entry.address,
      title: entry.heading === entry.page ? entry.page : `${entry.page} › ${entry.heading}`,
      excerpt: excerptOf(entry, weights),
    }))
}
