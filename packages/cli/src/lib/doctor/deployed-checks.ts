import { type Finding, broken, note, warning } from './finding.ts'
import { isObject } from '../values.ts'

/** A response of a deployment, read. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
  /** By the clock here, in milliseconds since the epoch. */
  readonly received: number
}

const DEPLOYMENT = 'docs/deployment.md'
const ADDRESS = 'docs/deployment.md#what-decides-about-the-address'
/** Seconds that clocks may differ. */
const TOLERANCE = 60

const isPage = (text: string): boolean => /^\s*</.test(text)

function readText(json: unknown, name: string): string {
  const value = isObject(json) ? json[name] : undefined
  return typeof value === 'string' ? value : ''
}

function failedStatus(url: string, { status, json, text }: Reply): Finding {
  const code = readText(json, 'error')
  const ref = /^[A-Z\d]{8}$/.exec(readText(json, 'ref'))?.[0]
  const more = ref === undefined ? '' : ` Its log has more: latchstring explain ${ref} --log FILE.`
  if (status === 400 && code !== '') {
    return broken({
      id: 'deployed-untrusted-host',
      what: `${url} responds with status 400: the deployment does not know its address, or knows another one.`,
      why: 'Every request is refused.',
      fix: `Set AUTH_URL=${new URL(url).origin} where it runs.${more}`,
      docs: ADDRESS,
    })
  }
  if (status >= 500) {
    return broken({
      id: 'deployed-configuration',
      what: `${url} responds with status ${status}.`,
      why:
        code === ''
          ? 'The application, or the proxy in front of it, failed.'
          : 'The configuration cannot work as it is deployed.',
      fix: `Run latchstring doctor --production with the variables of the deployment.${more}`,
      docs: 'docs/errors.md#the-configuration-cannot-work',
    })
  }
  return broken({
    id: 'deployed-not-mounted',
    what: `${url} responds with status ${status}${isPage(text) ? ' and a page' : ''}, and not with a list of providers.`,
    why: 'The actions of the library are not at this path, or something in front responds in their place.',
    fix: 'Pass the path of the actions: --url https://app.example.com/auth. In Next.js, look whether the route file is deployed, and whether a login page of the proxy is in front.',
    docs: 'docs/errors.md#unknownaction',
  })
}

/** Whether the library responds at all. */
export function checkStatus(url: string, reply: Reply): readonly Finding[] {
  const { status, headers, json } = reply
  if (status === 200 && isObject(json)) return []
  const place = headers.get('location')
  if (place === null || status < 300 || status >= 400) return [failedStatus(url, reply)]
  return [
    broken({
      id: 'deployed-redirect',
      what: `${url} redirects to ${place.slice(0, 200)}.`,
      why: 'The actions have to respond themselves: a proxy or the middleware of the application sends the request elsewhere.',
      fix: 'Pass the address that it redirects to, if the application is there; otherwise exempt the path of the actions from the redirect.',
      docs: DEPLOYMENT,
    }),
  ]
}

/** The addresses that the deployment gives browsers. */
export function checkCallbacks(base: URL, { json }: Reply): readonly Finding[] {
  const urls = Object.values(isObject(json) ? json : {}).flatMap((provider) =>
    isObject(provider) && typeof provider['callbackUrl'] === 'string'
      ? [provider['callbackUrl']]
      : [],
  )
  if (urls.length === 0) {
    return [
      warning({
        id: 'deployed-no-providers',
        what: 'The deployment offers no provider.',
        why: 'No sign-in works: variables of the providers are missing where it runs, and its log names them (provider-left-out).',
        fix: 'Set AUTH_<ID>_ID and AUTH_<ID>_SECRET of the providers where it runs, and deploy again.',
        docs: 'docs/deployment.md#providers-without-settings',
      }),
    ]
  }
  const wrong = urls.find((url) => !url.startsWith(`${base.href}/`))
  if (wrong === undefined) return []
  const there = URL.canParse(wrong) ? new URL(wrong) : base
  const scheme = there.host === base.host && there.protocol !== base.protocol
  return [
    broken({
      id: scheme ? 'deployed-scheme' : 'deployed-address',
      what: `The deployment calls its callback ${wrong.slice(0, 200)}, and is open at ${base.href}.`,
      why: scheme
        ? 'It does not know of the https in front of it: redirect URIs are refused, and cookies lose their protection.'
        : 'Redirect URIs lead to another address than the one people use, and forms are refused (CrossOriginRequest).',
      fix: `Set AUTH_URL=${base.origin} where it runs${scheme ? ', or let the proxy send X-Forwarded-Proto' : ''}.`,
      docs: ADDRESS,
    }),
  ]
}

const CACHES = ['x-cache', 'cf-cache-status', 'x-vercel-cache']

/** Whether the second of two responses is the first one again. */
function isRepeated(first: Reply, second: Reply): boolean {
  const hit = CACHES.some((name) => /\bhit\b/i.test(second.headers.get(name) ?? ''))
  return hit || Number(second.headers.get('age') ?? 0) > 0 || first.text === second.text
}

/** Whether a visitor could get the response of another one. */
export function checkCache(first: Reply, second: Reply): readonly Finding[] {
  const control = first.headers.get('cache-control') ?? ''
  const repeated = isRepeated(first, second)
  if (/no-store|private/.test(control) && !repeated) return []
  const why = repeated
    ? 'A cache has the response of one visitor and gives it to others'
    : 'A cache may keep it for others'
  return [
    broken({
      id: 'deployed-cached',
      what: `Responses of the actions are cached, or may be: Cache-Control is "${control.slice(0, 100)}".`,
      why: `${why}: the library sends "private, no-store", and something in front changes or ignores it.`,
      fix: 'Exempt the path of the actions from the cache, and from rules that set Cache-Control.',
      docs: DEPLOYMENT,
    }),
  ]
}

const isAttribute = (cookie: string, name: string): boolean =>
  cookie.split(';').some((part) => part.trim().toLowerCase().split('=')[0] === name)

/** Attributes that the library sets, and that a cookie arrives without. */
const listLacking = (cookie: string, secure: boolean): readonly string[] =>
  ['Secure', 'HttpOnly', 'SameSite'].filter(
    (name) => (name !== 'Secure' || secure) && !isAttribute(cookie, name.toLowerCase()),
  )

function checkCookie(base: URL, cookie: string): readonly Finding[] {
  const [name = ''] = cookie.split('=')
  const secure = base.protocol === 'https:'
  const lacking = listLacking(cookie, secure)
  if (secure && !name.startsWith('__') && lacking.includes('Secure')) {
    return [
      broken({
        id: 'deployed-plain-cookies',
        what: `The cookie ${name} is one for http, and the deployment is open over https.`,
        why: 'The application does not know of the https in front of it.',
        fix: `Set AUTH_URL=${base.origin} where it runs, or let the proxy send X-Forwarded-Proto.`,
        docs: 'docs/deployment.md#cookies',
      }),
    ]
  }
  const domain = name.startsWith('__Host-') && isAttribute(cookie, 'domain')
  if (lacking.length === 0 && !domain) return []
  return [
    broken({
      id: 'deployed-cookie-flags',
      what: domain
        ? `The cookie ${name} has a Domain, which its prefix forbids.`
        : `The cookie ${name} arrives without ${lacking.join(', ')}.`,
      why: 'The library sets it otherwise, so that something in front changes Set-Cookie: browsers drop it, or give it to scripts and other sites.',
      fix: 'Remove the rule of the proxy that rewrites cookies, such as proxy_cookie_flags, proxy_cookie_domain or Header edit Set-Cookie.',
      docs: 'docs/deployment.md#cookies',
    }),
  ]
}

/** Whether cookies arrive as the library sets them. */
export function checkCookies(base: URL, { headers }: Reply): readonly Finding[] {
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) return cookies.flatMap((cookie) => checkCookie(base, cookie))
  return [
    broken({
      id: 'deployed-cookie-lost',
      what: 'The response with the CSRF token arrives without Set-Cookie.',
      why: 'Something in front removes cookies, which caches and static hosting do: every form is refused (MissingCSRF).',
      fix: 'Let the proxy pass Set-Cookie on for the path of the actions, and do not cache it.',
      docs: 'docs/deployment.md#cookies',
    }),
  ]
}

/** Whether the clocks there and here agree. */
export function checkClock({ headers, received }: Reply): readonly Finding[] {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date) || headers.has('age')) return []
  const seconds = Math.round((date - received) / 1000)
  if (Math.abs(seconds) <= TOLERANCE) return []
  return [
    broken({
      id: 'deployed-clock',
      what: `The clock of the deployment is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the one here.`,
      why: 'ID tokens look expired, or issued in the future, and signing in fails (OAuthCallbackError).',
      fix: 'Set the clock of the server by a time service: timedatectl set-ntp true. If the clock here is wrong, set this one.',
      docs: 'docs/errors.md#oauthcallbackerror',
    }),
  ]
}

/** Whether a request reaches the application with its method and its body. */
export function checkPost({ status, json }: Reply): readonly Finding[] {
  // The action exists with GET alone, and says so itself.
  if (status === 405 && isObject(json)) return []
  return [
    broken({
      id: 'deployed-post',
      what: `A POST to the actions is responded to with status ${status}, and not by the library.`,
      why: 'Signing in and out are forms that are sent with POST.',
      fix: 'Allow POST for the path of the actions in the proxy, in its firewall, and export POST from the route.',
      docs: DEPLOYMENT,
    }),
  ]
}

/** Whether a header of the request decides the address of the application. */
export function checkForged(base: URL, { text }: Reply, host: string): readonly Finding[] {
  return text.includes(host)
    ? [
        broken({
          id: 'deployed-host-forged',
          what: 'The deployment takes its address from the header X-Forwarded-Host of a stranger.',
          why: 'An attacker can make mails and redirects point to a host of their own.',
          fix: `Set AUTH_URL=${base.origin} where it runs, or let the proxy overwrite X-Forwarded-Host.`,
          docs: 'docs/deployment.md#what-trusthost-means',
        }),
      ]
    : []
}

/** Whether the browser can ask who is signed in. */
export function checkSession({ status, json, text }: Reply): readonly Finding[] {
  if (status === 200 && (json === null || isObject(json))) return []
  return [
    broken({
      id: 'deployed-session',
      what: `The action session responds with status ${status}${isPage(text) ? ' and a page' : ''}.`,
      why: 'Pages in the browser cannot learn who is signed in.',
      fix: 'Look into the log of the deployment; if other actions work, its store does not.',
      docs: DEPLOYMENT,
    }),
  ]
}

/** Whether the traffic is encrypted. */
export function checkScheme(base: URL): readonly Finding[] {
  return base.protocol === 'http:' && !/^(?:localhost|127\.|\[::1\])/.test(base.hostname)
    ? [
        note({
          id: 'deployed-http',
          what: 'The deployment is open over http.',
          why: 'Cookies and passwords can be read on the network.',
          fix: 'Redirect http to https in the proxy, and set AUTH_URL to the https address.',
          docs: 'docs/deployment.md#cookies',
        }),
      ]
    : []
}
