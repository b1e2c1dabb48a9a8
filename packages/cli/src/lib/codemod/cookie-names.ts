import type { NextAuthVersion } from './configuration.ts'
import { isSelfContained } from './guard-place.ts'
import { readMentions } from './mentions.ts'
import { isReported, isTest } from './reported.ts'
import type { Node, Source } from './tree.ts'
import { contains, inner, items, literalText, nameIn } from './tree.ts'

/** The name of the session cookie of the other library. */
export const COOKIE_NAME: RegExp = /^(?:__(?:Secure|Host)-)?(?:next-auth|authjs)\.session-token$/

/** A text that such a name contains. */
const PART = /(?:^|[^\w])(next-auth|authjs)\.(?:session-token|$)/

/** The text of a literal, or of a piece of a template. */
export function textOf(node: Node): string | undefined {
  if (node.type !== 'TemplateElement') return literalText(node)
  const value = node['value']
  const cooked: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'cooked') : undefined
  return typeof cooked === 'string' ? cooked : undefined
}

/** Pieces of a module that say themselves which cookie is meant. */
function saidPlaces(source: Source): readonly Node[] {
  const tokens = readMentions(source).some(({ source: module }) => module.endsWith('/jwt'))
  return source.nodes.filter(
    (node) =>
      (node.type === 'Property' &&
        /^(?:sessionToken|cookies)$/.test(nameIn(inner(node, 'key')) ?? '')) ||
      (tokens &&
        node.type === 'CallExpression' &&
        /^(?:getToken|encode|decode)$/.test(nameIn(inner(node, 'callee')) ?? '')),
  )
}

/** The member of a configuration that keeps the name of the session cookie. */
export const cookieMembers = (name: string | undefined): readonly string[] =>
  name === undefined ? [] : [`cookies: { sessionToken: { name: ${name} } }`]

/** What the code of an application says about the name of its session cookie. */
export interface CookieUse {
  /** Where a module reads or deletes the cookie by its name. */
  readonly places: readonly { readonly source: Source; readonly node: Node }[]
  /** The name that the configuration has to keep, as code. */
  readonly kept: string | undefined
  /** That which the configuration gives it, as code unless that means something in its own module alone. */
  readonly own: { readonly code: string | undefined } | undefined
}

const isSaid = (source: Source, node: Node): boolean =>
  saidPlaces(source).some((place) => contains(place, node))

/** The name that a configuration gives the cookie itself. */
const configuredName = (source: Source): Node | undefined =>
  source.nodes
    .filter((node) => node.type === 'Property' && nameIn(inner(node, 'key')) === 'sessionToken')
    .flatMap((node) => items(inner(node, 'value'), 'properties'))
    .find((node) => nameIn(inner(node, 'key')) === 'name')

/** A name of the application's own, as code where that means the same in every module. */
function ownName(sources: readonly Source[]): CookieUse['own'] {
  for (const source of sources) {
    const property = configuredName(source)
    const value = inner(property, 'value')
    if (property === undefined || value === undefined) continue
    const isPlain = property['shorthand'] !== true && isSelfContained(source, value)
    return { code: isPlain ? source.text.slice(value.start, value.end) : undefined }
  }
  return undefined
}

const COOKIES =
  /^(?:sessionToken|csrfToken|callbackUrl|pkceCodeVerifier|state|nonce|webauthnChallenge)$/

/** Whether a configuration has an option for cookies, into which no name can be put beside. */
const hasCookies = ({ nodes }: Source): boolean =>
  nodes.some(
    (node) =>
      node.type === 'Property' &&
      nameIn(inner(node, 'key')) === 'cookies' &&
      items(inner(node, 'value'), 'properties').some((one) =>
        COOKIES.test(nameIn(inner(one, 'key')) ?? ''),
      ),
  )

/** The name as code: with the prefix where the application is served over https. */
function nameCode(library: string, isPrefixed: boolean): string {
  const name = `${library}.session-token`
  if (!isPrefixed) return `'${name}'`
  const http = "(process.env.AUTH_URL ?? process.env.NEXTAUTH_URL)?.startsWith('http:')"
  return `process.env.NODE_ENV === 'production' && !${http} ? '__Secure-${name}' : '${name}'`
}

/**
 * Where the session cookie is named outside the configuration. The configuration then has to keep that name, or such code finds no
 * session.
 */
export function findCookieUse(sources: readonly Source[], version: NextAuthVersion): CookieUse {
  // A configuration that names the cookie keeps it.
  const named = ownName(sources)
  if (named !== undefined) return { places: [], kept: undefined, own: named }
  const places = sources
    .filter(isReported)
    .flatMap((source) =>
      source.nodes
        .filter((node) => PART.test(textOf(node) ?? '') && !isSaid(source, node))
        .map((node) => ({ source, node })),
    )
  const library = version === 5 ? 'authjs' : 'next-auth'
  const texts = places
    .filter(({ source }) => !isTest(source.path))
    .map(({ node }) => textOf(node) ?? '')
  const own = texts.filter((text) => PART.exec(text)?.[1] === library)
  const isPrefixed = texts.some((text) => text.includes('__Secure-'))
  const isPossible = own.length > 0 && !sources.some(hasCookies)
  const kept = isPossible ? nameCode(library, isPrefixed) : undefined
  return { places, kept, own: undefined }
}
