import type { Application } from './application.ts'
import { findMounts } from './mounts.ts'
import { type Finding, broken, note, warning } from './finding.ts'
import { memberText, memberValue } from './value.ts'
import { type Variable, firstVariable } from './variables.ts'

const DOCS = 'docs/deployment.md#what-decides-about-the-address'

type Address = Variable & { readonly name: string }

const place = ({ file }: Variable): { readonly file?: string } =>
  file === undefined ? {} : { file }

const isLoopback = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0|.*\.localhost)$/.test(host)

function checkPath(application: Application, address: Address, url: URL): readonly Finding[] {
  const path = url.pathname.replace(/\/+$/, '')
  if (path === '') return []
  const own = memberText(application.configured?.options, 'basePath')
  const [mount] = findMounts(application)
  const actual = own ?? mount?.path
  if (actual === undefined || actual === path) {
    return own === undefined
      ? []
      : [
          note({
            id: 'url-path-redundant',
            what: `${address.name} has the path ${path}, and \`basePath\` says the same.`,
            why: 'One of the two is changed some day, and the other is not.',
            fix: `Write ${address.name}=${url.origin}`,
            docs: DOCS,
            ...place(address),
          }),
        ]
  }
  return [
    broken({
      id: 'url-path',
      what: `The path of ${address.name} is ${path}, and the actions are at ${actual}.`,
      why: 'The path counts as the base path: actions respond with 404 (UnknownAction), and redirect URIs are wrong.',
      fix: `Write ${address.name}=${url.origin}`,
      docs: DOCS,
      ...place(address),
    }),
  ]
}

/** The port that the script `dev` or `start` starts the server on, as far as it says so. */
function readPort({ manifest, production, variables }: Application): string | undefined {
  const script = manifest.scripts.get(production ? 'start' : 'dev') ?? ''
  const [, port] = /(?:\s-p|--port|\bPORT)[\s=]+(\d{2,5})\b/.exec(script) ?? []
  return port ?? firstVariable(variables, ['PORT'])?.value
}

function checkPort(application: Application, address: Address, url: URL): readonly Finding[] {
  const port = readPort(application)
  const own = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (!isLoopback(url.hostname) || port === undefined || port === own) return []
  return [
    broken({
      id: 'url-port',
      what: `${address.name} has the port ${own}, and the server is started on ${port}.`,
      why: 'Forms and redirects lead to the other port, where nothing listens, or another application that refuses them.',
      fix: `Write ${address.name}=${url.protocol}//${url.hostname}:${port}`,
      docs: DOCS,
      ...place(address),
    }),
  ]
}

function checkScheme(application: Application, address: Address, url: URL): readonly Finding[] {
  const { manifest, production } = application
  const script = manifest.scripts.get(production ? 'start' : 'dev') ?? ''
  if (isLoopback(url.hostname)) {
    if (url.protocol !== 'https:' || /https|tls|ssl|cert/i.test(script)) return []
    return [
      broken({
        id: 'url-scheme',
        what: `${address.name} says https, and the server of this machine speaks http.`,
        why: 'Browsers are sent to an address that does not respond (ERR_SSL_PROTOCOL_ERROR).',
        fix: `Write ${address.name}=http://${url.host}, or start the server with https.`,
        docs: DOCS,
        ...place(address),
      }),
    ]
  }
  return url.protocol === 'https:'
    ? []
    : [
        broken({
          id: 'url-insecure',
          what: `${address.name} says http for a host that is not this machine.`,
          why: 'Cookies lose their protection, and providers refuse redirect URIs with http.',
          fix: `Write ${address.name}=https://${url.host}`,
          docs: 'docs/deployment.md#cookies',
          ...place(address),
        }),
      ]
}

function checkHost({ production }: Application, address: Address, url: URL): readonly Finding[] {
  if (production && isLoopback(url.hostname)) {
    return [
      broken({
        id: 'url-local',
        what: `${address.name} is an address of this machine, in the environment of production.`,
        why: 'Redirect URIs and links in mails lead to the computer of the person who opens them.',
        fix: `Write ${address.name}=https://, followed by the host in the address bar of the browser.`,
        docs: DOCS,
        ...place(address),
      }),
    ]
  }
  if (url.hostname !== '127.0.0.1' && url.hostname !== '0.0.0.0') return []
  return [
    warning({
      id: 'url-loopback-name',
      what: `${address.name} says ${url.hostname}, and development servers print localhost.`,
      why: 'For a browser these are two sites: forms opened at the other one are refused (CrossOriginRequest), and cookies are not shared.',
      fix: `Write ${address.name}=${url.protocol}//localhost${url.port && `:${url.port}`}, or always open ${url.origin}.`,
      docs: DOCS,
      ...place(address),
    }),
  ]
}

function checkMissing({ production, configured, variables }: Application): readonly Finding[] {
  const options = configured?.options
  const trusts = memberValue(options, 'trustHost') ?? memberValue(options, 'allowedHosts')
  const known = firstVariable(variables, ['AUTH_TRUST_HOST', 'VERCEL', 'CF_PAGES'])
  if (!production || trusts !== undefined || known !== undefined) return []
  return [
    broken({
      id: 'url-missing',
      what: 'AUTH_URL is not set, and nothing else says what the address of the application is.',
      why: 'In production every request is refused with status 400 (UntrustedHost).',
      fix: 'Set AUTH_URL to the address in the address bar of the browser, such as AUTH_URL=https://app.example.com',
      docs: DOCS,
    }),
  ]
}

function checkTrust({ production, configured, variables }: Application): readonly Finding[] {
  const option = memberValue(configured?.options, 'trustHost')
  const variable = firstVariable(variables, ['AUTH_TRUST_HOST'])
  const on =
    option?.kind === 'flag' ? option.flag : /^(?:true|1|yes|on)$/i.test(variable?.value ?? '')
  if (!production || !on) return []
  return [
    warning({
      id: 'trust-host',
      what: '`trustHost` is on, and AUTH_URL is not set.',
      why: 'Whatever host a request names ends up in redirects and mails, unless a proxy overwrites X-Forwarded-Host.',
      fix: 'Set AUTH_URL, or list `allowedHosts`.',
      docs: 'docs/deployment.md#what-trusthost-means',
    }),
  ]
}

/** The address of the application: its form, path, port, scheme and host. */
export function checkAddress(application: Application): readonly Finding[] {
  const address = firstVariable(application.variables, ['AUTH_URL', 'LEGACY_URL', 'NEXTAUTH_URL'])
  if (address === undefined) return [...checkMissing(application), ...checkTrust(application)]
  const value = address.value.trim()
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return [
      broken({
        id: 'url-invalid',
        what: `${address.name} is not an absolute URL with http or https.`,
        why: 'Every request fails with InvalidConfiguration.',
        fix: `Write ${address.name}=https://app.example.com, with the scheme; on this machine ${address.name}=http://localhost:3000`,
        docs: DOCS,
        ...place(address),
      }),
    ]
  }
  return [
    ...checkPath(application, address, url),
    ...checkPort(application, address, url),
    ...checkScheme(application, address, url),
    ...checkHost(application, address, url),
  ]
}
