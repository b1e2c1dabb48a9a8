import type { Application } from './application.ts'
import { type Finding, broken } from './finding.ts'
import { type Provider, readProviders } from './providers.ts'
import { type Value, memberValue } from './value.ts'
import { firstVariable } from './variables.ts'

/** Hosters that give each application a name below this one (https://publicsuffix.org), as far as applications of this kind are there. */
const HOSTERS: ReadonlySet<string> = new Set(
  `vercel.app netlify.app pages.dev workers.dev github.io gitlab.io herokuapp.com fly.dev onrender.com up.railway.app web.app
  firebaseapp.com run.app azurewebsites.net azurestaticapps.net amplifyapp.com cloudfront.net deno.dev deno.net replit.app repl.co
  surge.sh ngrok.app ngrok.io ngrok-free.app ngrok-free.dev ngrok.dev trycloudflare.com glitch.me codesandbox.io stackblitz.io`.split(
    /\s+/,
  ),
)

/** `co.uk`, `com.au`: countries that register below a second part. */
const COUNTRY =
  /^(?:ac|co|com|edu|gov|go|gob|ltd|me|ne|net|nom|or|org|sch)\.(?:ar|au|bd|br|cn|co|ec|eg|hk|id|il|in|jp|ke|kr|mx|my|ng|nz|pe|ph|pk|pl|sa|sg|th|tr|tw|ua|uk|uy|ve|vn|za)$/

/** Whether domains are registered below a name, so that it belongs to all of them. */
const isPublicSuffix = (name: string): boolean =>
  (!name.includes('.') && name !== 'localhost') || HOSTERS.has(name) || COUNTRY.test(name)

const ADDRESSES = ['AUTH_URL', 'NEXTAUTH_URL']

const isAddress = (host: string): boolean => host.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host)

/** The texts of an option that is a text or a list of them; `undefined` where the text of the file does not say. */
function readTexts(value: Value | undefined): readonly string[] | undefined {
  if (value?.kind === 'text') return [value.text]
  if (value?.kind !== 'list' || value.open) return undefined
  const texts = value.items.flatMap((item) => (item.kind === 'text' ? [item.text] : []))
  return texts.length === value.items.length && texts.length > 0 ? texts : undefined
}

const toUrl = (text: string): URL | undefined =>
  URL.canParse(text) && /^https?:/.test(text) ? new URL(text) : undefined

/** What browsers refuse about an RP ID (Web Authentication Level 3, section 5.1.3, step 7). */
function describeProblem(rpId: string, hosts: readonly string[]): string | undefined {
  if (isAddress(rpId)) return 'is an IP address'
  const url = toUrl(`https://${rpId}/`)
  if (url?.hostname !== rpId) return 'is no host name in lower case, without scheme and port'
  const isUnder = (host: string): boolean => host === rpId || host.endsWith(`.${rpId}`)
  // Other https origins may be related ones, if one at least is within the RP ID.
  if (!hosts.some(isUnder)) return `is neither ${hosts.join(' or ')} nor a domain above it`
  return isPublicSuffix(rpId) && !hosts.includes(rpId)
    ? 'belongs to everyone who registers a name below it'
    : undefined
}

/** A relying party as the text of the file and the address of the application say. */
interface Party {
  readonly rpId: string
  readonly hosts: readonly string[]
  readonly own: URL | undefined
  /** Whether the application names the RP ID. */
  readonly named: boolean
}

/** The option, an empty one where it is left out; `undefined` where it cannot be read. */
function readOption({ options }: Provider): Value | undefined {
  if (memberValue(options, 'getRelayingParty') !== undefined) return undefined
  const party = memberValue(options, 'relyingParty') ?? memberValue(options, 'relayingParty')
  if (party === undefined) return { kind: 'object', members: new Map(), open: false }
  return party.kind === 'object' && !party.open ? party : undefined
}

/** The hosts of the origins whose pages use the passkeys. */
function readHosts(party: Value, own: URL | undefined): readonly string[] {
  const written = memberValue(party, 'origin')
  const origins = written === undefined ? own && [own.href] : readTexts(written)
  return origins?.flatMap((origin) => toUrl(origin)?.hostname ?? []) ?? []
}

/** @returns `undefined` where it is decided elsewhere */
function readParty({ variables }: Application, provider: Provider): Party | undefined {
  const party = readOption(provider)
  if (party === undefined) return undefined
  const own = toUrl(firstVariable(variables, ADDRESSES)?.value.trim() ?? '')
  const given = memberValue(party, 'id')
  const rpId = given === undefined ? own?.hostname : readTexts(given)?.[0]
  const hosts = readHosts(party, own)
  if (rpId === undefined || hosts.length === 0) return undefined
  return { rpId, hosts, own, named: given !== undefined }
}

function suggest({ hosts, own, named }: Party): string {
  const host = hosts.find((one) => !isAddress(one))
  if (host !== undefined)
    return `Set relyingParty: { id: '${host}' }${named ? ', or remove it' : ''}.`
  const here = own
    ? `${own.protocol}//localhost${own.port && `:${own.port}`}`
    : 'http://localhost:3000'
  return `Give the application a host name; on this machine write AUTH_URL=${here}`
}

function checkOne(application: Application, provider: Provider): readonly Finding[] {
  const party = readParty(application, provider)
  const problem = party && describeProblem(party.rpId, party.hosts)
  if (!party || problem === undefined) return []
  const { variables, configured } = application
  const file = party.named ? configured?.file : firstVariable(variables, ADDRESSES)?.file
  const whose = party.named ? '' : ', the host of AUTH_URL'
  return [
    broken({
      id: 'rp-id-unusable',
      what: `The RP ID of "${provider.id}" is ${party.rpId}${whose}, which ${problem}.`,
      why: 'Browsers refuse it (SecurityError): passkeys can be neither added nor used.',
      fix: suggest(party),
      docs: 'docs/passkeys.md#addresses-and-domains',
      ...(file === undefined ? {} : { file }),
    }),
  ]
}

/** Whether browsers take the relying parties of passkeys, as far as the text and the variables say what they are. */
export function checkRelyingParties(application: Application): readonly Finding[] {
  return readProviders(application)
    .filter(({ kind }) => kind === 'webauthn')
    .flatMap((provider) => checkOne(application, provider))
}
