import { exportJWK } from 'jose'
import type { Emulator } from '../emulator.ts'
import { LabError } from '../lab-error.ts'
import { toPortPath } from './address.ts'
import { createMailbox, type DevelopmentMailbox } from './mailbox.ts'

/** Additional functions of a port for applications in development. */
export interface Development {
  readonly mailbox: DevelopmentMailbox
  /** Returns the reason to refuse any request of a foreign origin. */
  readonly refuse: (request: Request) => string | undefined
  /**
   * Where an authorization request wants people to be sent to; nothing where it says so elsewhere.
   *
   * @throws LabError when that is not on this machine
   */
  readonly redirectUri: (parameters: URLSearchParams) => string | undefined
}

const isLoopback = (host: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host)

/** Whether an origin is that of a port in a remote workspace. */
type IsInWorkspace = (origin: string) => boolean

const refuse =
  (isInWorkspace: IsInWorkspace) =>
  ({ headers, method }: Request): string | undefined => {
    // A foreign host name can resolve to this machine (DNS rebinding), and its page could then read the responses.
    const host = headers.get('host') ?? ''
    if (!isLoopback(host) && !isInWorkspace(`https://${host}`)) {
      return 'This is for this machine alone.'
    }
    const site = headers.get('sec-fetch-site') ?? 'same-origin'
    const own = site === 'same-origin' || site === 'none'
    return method === 'GET' || own ? undefined : 'Another website sent this form.'
  }

const redirectUri =
  (isInWorkspace: IsInWorkspace) =>
  (parameters: URLSearchParams): string | undefined => {
    const uri = parameters.get('redirect_uri')
    if (uri === null || !URL.canParse(uri)) return undefined
    const { protocol, host, origin } = new URL(uri)
    if ((protocol === 'http:' && isLoopback(host)) || isInWorkspace(origin)) return uri
    throw new LabError(
      'lab',
      'redirect_uri',
      `The emulators of development lead to applications on this machine over http alone, and this one is at ${origin}.`,
    )
  }

/** Settings of an application for an emulator, as JSON. */
export async function respondWithConnection(
  { service, options }: Emulator,
  origin: string,
): Promise<Response> {
  // Functions, such as the one that answers in place of the network, are not JSON.
  const { token, ...rest } = options
  const given = token?.clientPrivateKey
  const key =
    given && 'kid' in given ? { ...(await exportJWK(given.key)), kid: given.kid } : undefined
  const authorization = `${origin}${toPortPath(service.id, new URL(service.authorization.url))}`
  return Response.json({ options: rest, authorization, ...(key && { key }) })
}

/** Creates the functions of a port for applications in development. */
export function createDevelopment(now: () => number, workspace = ''): Development {
  const [start = '', end = ''] = workspace.toLowerCase().split('{port}')
  const isInWorkspace: IsInWorkspace = (origin) =>
    end !== '' &&
    origin.startsWith(start) &&
    origin.endsWith(end) &&
    /^\d{1,5}$/.test(origin.slice(start.length, -end.length))
  return {
    mailbox: createMailbox(now),
    refuse: refuse(isInWorkspace),
    redirectUri: redirectUri(isInWorkspace),
  }
}
