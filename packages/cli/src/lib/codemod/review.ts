import { authorizeFindings } from './authorize-request.ts'
import { signOutFindings } from './event-edits.ts'
import { aliasFindings } from './package-lists.ts'
import { saltFindings } from './salt.ts'
import { tokenRequestFindings } from './provider-edits.ts'
import { type CookieUse, textOf } from './cookie-names.ts'
import { readMentions, readNames } from './mentions.ts'
import { type Modules, findUsed } from './modules.ts'
import { isReported, isTest } from './reported.ts'
import { around } from './token-uses.ts'
import { oldOptions } from './type-edits.ts'
import type { Node, Remark, Source } from './tree.ts'
import { contains, findProperty, inner, nameIn, references, remarkAt, unwrap } from './tree.ts'

/** What still has to be done, and what may behave otherwise. */
export interface Review {
  readonly left: readonly Remark[]
  readonly look: readonly Remark[]
}

/** What a review needs to know. */
export interface ReviewContext {
  readonly sources: readonly Source[]
  readonly modules: Modules
  /** The modules that make a configuration. */
  readonly homes: readonly Source[]
  readonly cookies: CookieUse
  /** Whether there are several instances, that of a guard among them. */
  readonly isSplit: boolean
  readonly isVersion4: boolean
}

const OTHER_COOKIE = /(?:^|[^\w])(?:next-auth|authjs)\.(?:csrf-token|callback-url|pkce|state|nonce)/

/** Methods that take a cookie away, which does no harm where there is none. */
const DELETING = /^(?:delete|remove|set|clear\w*|expire|destroy\w*)$/

function isDeleted(source: Source, node: Node): boolean {
  const outer = around(source, node)
  const callee = outer?.type === 'CallExpression' ? inner(outer, 'callee') : undefined
  return DELETING.test(nameIn(inner(callee, 'property') ?? callee) ?? '')
}

/** Names of cookies: those of this library are others. */
export function reviewCookies(context: Pick<ReviewContext, 'cookies' | 'sources'>): Review {
  const { sources, cookies } = context
  const session = cookies.places.map(({ source, node }) =>
    cookies.kept === undefined
      ? remarkAt(
          source,
          node.start,
          'This is the name of the session cookie of next-auth: set it as `cookies.sessionToken.name`, or read the session with `auth()`.',
          'guard',
        )
      : remarkAt(source, node.start, 'The configuration keeps this name of the cookie.', 'other'),
  )
  const isLeft = (remark: Remark): boolean => remark.kind === 'guard' && !isTest(remark.path)
  const others = sources.filter(isReported).flatMap((source) =>
    source.nodes
      .filter((node) => OTHER_COOKIE.test(textOf(node) ?? ''))
      .filter((node) => !isDeleted(source, node))
      .map((node) =>
        remarkAt(
          source,
          node.start,
          'This is the name of a cookie of next-auth: here it has another one.',
          'session',
        ),
      ),
  )
  return {
    left: session.filter(isLeft),
    look: [...session.filter((one) => !isLeft(one)), ...others],
  }
}

/** Properties of a name, in any object. */
const propertiesOf = ({ nodes }: Source, name: string): readonly Node[] =>
  nodes.filter((node) => node.type === 'Property' && nameIn(inner(node, 'key')) === name)

/** The text of a function, or of the one that a name stands for. */
function functionText(source: Source, property: Node, modules: Modules): string | undefined {
  const value = unwrap(inner(property, 'value'))
  if (value?.type !== 'Identifier') return value && source.text.slice(value.start, value.end)
  const found = findUsed(source, String(value['name']), modules)
  return found && found.there.text.slice(found.declared.start, found.declared.end)
}

/** What makes a token that can be guessed. */
const WEAK =
  /Math\.random|randomInt\s*\(|\b[1-9]0{3,}\b|\b9{4,}\b|customAlphabet|randomBytes\(\s*(?:[1-9]|1[0-5])\s*\)|nanoid\(\s*(?:\d|1\d)\s*\)|(?:slice|substring|substr)\(\s*0\s*,\s*\d\s*\)|Uint(?:8|16|32)Array\(\s*[1-3]\s*\)/

/** A code of a few digits in place of the token of a mail, with which no mail would be sent. */
const reviewMails = ({ sources, modules }: ReviewContext): readonly Remark[] =>
  sources.flatMap((source) =>
    propertiesOf(source, 'generateVerificationToken')
      .filter((node) => WEAK.test(functionText(source, node, modules) ?? ''))
      .map((node) =>
        remarkAt(
          source,
          node.start,
          'No mail is sent with a token as short as this one. Remove it. With a table for mails in the store, which published adapters do not have, `sendVerificationRequest` gets a `code` for people to type, which a form of yours posts to `/api/auth/callback/<provider>` (docs/email.md).',
          'mail',
        ),
      ),
  )

const URL_NAME = /^(?:NEXTAUTH_URL|AUTH_URL)$/

/** Assignments to the address in the environment, which another instance may not see. */
const reviewAddress = ({ sources, isSplit }: ReviewContext): readonly Remark[] =>
  sources.filter(isReported).flatMap((source) =>
    source.nodes
      .filter(({ type }) => type === 'AssignmentExpression')
      .filter((node) => {
        const left = inner(node, 'left')
        const object = inner(left, 'object')
        const isEnv = nameIn(inner(object, 'property')) === 'env'
        return isSplit && isEnv && URL_NAME.test(nameIn(inner(left, 'property')) ?? '')
      })
      .map((node) =>
        remarkAt(
          source,
          node.start,
          'Of several configurations, those that are made before this line do not see the address, and refuse the sessions of the others: set it in the environment, or give each the same `audience`.',
          'guard',
        ),
      ),
  )

const CREATES =
  /\.(?:create|insert\w*|upsert|save|add\w*)\b|\b(?:create|insert|register|upsert|add)(?:\w*User|\w*Account)\w*\s*\(/i

/** People whom the application has stored itself are not proven to have their addresses, and not linked to. */
function reviewLinking({ sources, modules }: ReviewContext): readonly Remark[] {
  const hasAdapter = sources.some((source) => propertiesOf(source, 'adapter').length > 0)
  const dangerous = sources.flatMap((source) =>
    propertiesOf(source, 'allowDangerousEmailAccountLinking')
      .filter((node) => inner(node, 'value')?.['value'] === true)
      .map((node) => ({ source, node })),
  )
  const isVouched = sources.some((one) => propertiesOf(one, 'vouchForAddresses').length > 0)
  if (!hasAdapter || dangerous.length === 0 || isVouched) return []
  const creates = sources.some((source) =>
    propertiesOf(source, 'signIn').some((node) =>
      CREATES.test(functionText(source, node, modules) ?? ''),
    ),
  )
  const passwords = sources.some((source) => propertiesOf(source, 'authorize').length > 0)
  if (!creates && !passwords) return []
  const who = creates ? 'whom the callback `signIn` stores' : 'who registered with a password'
  const reason = `An account is linked only to a user whose address is proven (\`emailVerified\`): people ${who} are refused without that. If your application has proven every address of its table, say \`account: { vouchForAddresses: true }\` (docs/linking-accounts.md).`
  return dangerous.map(({ source, node }) => remarkAt(source, node.start, reason, 'person'))
}

/** Results of `signIn` on a server, which is an address or throws. */
function reviewResults({ sources, modules, homes: own }: ReviewContext): readonly Remark[] {
  const homes = new Set(own.map(({ path }) => path))
  return sources.flatMap((source) => {
    const names = readMentions(source)
      .filter(({ source: module }) =>
        homes.has(modules.resolver.resolve(module, source.path) ?? ''),
      )
      .flatMap(({ node }) => readNames(node))
      .flatMap(({ imported, local }) => (imported === 'signIn' ? [local] : []))
    return source.nodes
      .filter((node) => node.type === 'VariableDeclarator')
      .filter((node) => {
        const call = unwrap(inner(node, 'init'))
        return (
          call?.type === 'CallExpression' && names.includes(nameIn(inner(call, 'callee')) ?? '')
        )
      })
      .flatMap((node) =>
        references(source, nameIn(inner(node, 'id')) ?? '')
          .map((use) => around(source, use))
          .filter((one) =>
            /^(?:error|ok|status|url|code)$/.test(nameIn(inner(one, 'property')) ?? ''),
          )
          .slice(0, 1)
          .map((one) =>
            remarkAt(
              source,
              one?.start ?? node.start,
              'On a server `signIn` gives the address to go to, and throws an `AuthError` where it fails: there is no `error` to read.',
              'type',
            ),
          ),
      )
  })
}

/** Options of version 4 that were taken out. */
function reviewOptions({ sources }: ReviewContext): Review {
  const found = sources.flatMap((source) =>
    oldOptions(source).map((node) => {
      const isAgent = findAgent(node)
      const reason = isAgent
        ? '`httpOptions.agent` was taken out: requests go through it no longer. Give the provider `[customFetch]`.'
        : `\`${nameIn(inner(node, 'key')) ?? ''}\` was taken out: providers no longer have it.`
      return remarkAt(source, node.start, reason, isAgent ? 'person' : 'other')
    }),
  )
  return {
    left: found.filter(({ kind }) => kind === 'person'),
    look: found.filter(({ kind }) => kind !== 'person'),
  }
}

function findAgent(node: Node): boolean {
  const value = unwrap(inner(node, 'value'))
  const isShown = value?.type === 'ObjectExpression'
  return (
    nameIn(inner(node, 'key')) === 'httpOptions' &&
    (!isShown || findProperty(value, 'agent') !== undefined)
  )
}

/** Errors of `authorize` that in version 4 reach the sign-in page as they are. */
function messageFindings(source: Source): readonly Remark[] {
  return propertiesOf(source, 'authorize').flatMap((property) => {
    const value = unwrap(inner(property, 'value'))
    const thrown = source.nodes.find(
      (node) =>
        node.type === 'ThrowStatement' &&
        value !== undefined &&
        contains(value, node) &&
        nameIn(inner(inner(node, 'argument'), 'callee')) === 'Error',
    )
    if (thrown === undefined) return []
    const reason =
      'The sign-in page no longer gets this message: throw a `CredentialsSignin` with a `code`.'
    return [remarkAt(source, thrown.start, reason, 'person')]
  })
}

/** Functions that are called, or given, otherwise than in version 4. */
const oldCallFindings = (source: Source): readonly Remark[] => [
  ...authorizeFindings(source),
  ...saltFindings(source),
  ...signOutFindings(source),
  ...tokenRequestFindings(source),
]

/** Places that ask for the session over HTTP, where strangers get another answer than from version 4. */
const answerFindings = (source: Source): readonly Remark[] =>
  source.nodes
    .filter((node) => (textOf(node) ?? '').endsWith('/api/auth/session'))
    .map((node) =>
      remarkAt(
        source,
        node.start,
        'Strangers get `null` from `/api/auth/session`, and not `{}` as in version 4: read `session?.user` of the answer.',
        'session',
      ),
    )

/** Comparisons of the type of a provider or an account: those of OpenID Connect were `oauth` in version 4, too. */
const providerTypeFindings = (source: Source): readonly Remark[] =>
  source.nodes.flatMap((node) => {
    if (node.type !== 'BinaryExpression') return []
    const sides = [inner(node, 'left'), inner(node, 'right')]
    const names = sides.map((side) => {
      const chain = side && unwrap(side)
      const plain = inner(chain, 'expression') ?? chain
      return nameIn(inner(plain, 'property') ?? plain)
    })
    if (!sides.some((side) => side && textOf(side) === 'oauth') || !names.includes('type'))
      return []
    const reason =
      'Providers of OpenID Connect have the type `oidc` here, and had `oauth` in version 4: compare with both.'
    return [remarkAt(source, node.start, reason, 'person')]
  })

/** What is known to behave otherwise after the move. */
export function review(context: ReviewContext): Review {
  const cookies = reviewCookies(context)
  const options = reviewOptions(context)
  const { sources, isVersion4 } = context
  return {
    left: [
      ...reviewAddress(context),
      ...reviewMails(context),
      ...reviewLinking(context),
      ...reviewResults(context),
      ...sources.flatMap(aliasFindings),
      ...(isVersion4 ? sources.flatMap(oldCallFindings) : []),
      ...(isVersion4 ? sources.filter(isReported).flatMap(answerFindings) : []),
      ...(isVersion4 ? sources.filter(isReported).flatMap(providerTypeFindings) : []),
      ...cookies.left,
      ...options.left,
    ],
    look: [
      ...cookies.look,
      ...options.look,
      ...(isVersion4 ? sources.flatMap(messageFindings) : []),
    ],
  }
}
