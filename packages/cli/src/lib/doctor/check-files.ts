import type { Application } from './application.ts'
import { type Finding, broken, warning } from './finding.ts'
import type { Module } from './module.ts'
import { type Mount, findMounts } from './mounts.ts'
import { child, nameText, walk } from './syntax.ts'
import { memberText, memberValue } from './value.ts'

const MOUNT = 'docs/getting-started-next.md#3-mount-the-actions'
const PROXY = 'docs/protect.md#many-pages-at-once'
const HANDLERS = `export const { GET, POST } = handlers`

/** The folder of the routes, as the application has it. */
const routesFolder = ({ modules }: Application): string =>
  [...modules.keys()].some((file) => file.startsWith('src/')) ? 'src/app' : 'app'

function checkMissing(application: Application): readonly Finding[] {
  const file = `${routesFolder(application)}/api/auth/[...latchstring]/route.ts`
  return [
    broken({
      id: 'route-missing',
      what: 'No route file mounts the actions.',
      why: 'Sign-in pages and callbacks are pages that do not exist: after signing in at the provider, people see the 404 page of Next.js.',
      fix: `Write ${file} with: import { handlers } from '…/auth'; ${HANDLERS}`,
      docs: MOUNT,
    }),
  ]
}

/** Whether a route exports `handlers` itself for a method. */
function isWhole(module: Module, method: string): boolean {
  const exported = module.exports.get(method)
  const name = typeof exported === 'string' ? exported : nameText(exported)
  const imported = name === undefined ? undefined : module.imports.get(name)
  return imported?.name === 'handlers'
}

function checkExports(mount: Mount): readonly Finding[] {
  const { module, router } = mount
  const { file } = module
  if (router === 'pages') return []
  if (module.exports.has('default') && !module.exports.has('GET')) {
    return [
      broken({
        id: 'route-default-export',
        what: 'The route has a default export, and none for GET and POST.',
        why: 'Next.js responds to every request with 405.',
        fix: `Write: ${HANDLERS}`,
        docs: MOUNT,
        file,
      }),
    ]
  }
  if (['GET', 'POST'].some((method) => isWhole(module, method))) {
    return [
      broken({
        id: 'route-whole-handlers',
        what: 'The route exports `handlers` as a whole where a function belongs.',
        why: 'Next.js calls it, and fails with status 500 (Function.prototype.apply was called on an object).',
        fix: `Write: ${HANDLERS}`,
        docs: MOUNT,
        file,
      }),
    ]
  }
  const lacking = ['GET', 'POST'].filter((method) => !module.exports.has(method))
  return lacking.length === 0
    ? []
    : [
        broken({
          id: 'route-method-missing',
          what: `The route does not export ${lacking.join(' and ')}.`,
          why: 'Pages are opened with GET and forms are sent with POST: without one of them signing in stops half way with 405.',
          fix: `Write: ${HANDLERS}`,
          docs: MOUNT,
          file,
        }),
      ]
}

function checkPlace(application: Application, mount: Mount): readonly Finding[] {
  const { module, path, catchAll } = mount
  const { file } = module
  if (!catchAll) {
    return [
      broken({
        id: 'route-not-catch-all',
        what: 'The route takes one path, and the actions have several segments.',
        why: '/callback/github is not found, and so no sign-in ends.',
        fix: `Rename the folder of the file to [...latchstring].`,
        docs: MOUNT,
        file,
      }),
    ]
  }
  const own = memberText(application.configured?.options, 'basePath')
  const expected = own ?? (application.variables.has('AUTH_URL') ? undefined : '/api/auth')
  const config = [...application.modules.keys()].some((name) => name.startsWith('next.config'))
  if (
    expected === undefined ||
    expected === path ||
    (own === undefined && config && path.endsWith('/api/auth'))
  ) {
    return []
  }
  return [
    broken({
      id: 'base-path',
      what: `The actions are mounted at ${path}, and the base path is ${expected}.`,
      why: 'Every action responds with 404 (UnknownAction), and redirect URIs name a page that does not exist.',
      fix: `Set basePath: '${path}', or move the route to ${expected}/[...latchstring].`,
      docs: 'docs/errors.md#unknownaction',
      file,
    }),
  ]
}

const PROXIES = /^(src\/)?(proxy|middleware)\.[cm]?[jt]sx?$/

/** Names under which a proxy gives away `auth` itself, and nothing of its own. */
function isBare(module: Module, name: string): boolean {
  const exported = module.exports.get(name)
  const local = typeof exported === 'string' ? exported : nameText(exported)
  return local !== undefined && module.imports.get(local)?.name === 'auth'
}

function checkProxy(application: Application, module: Module): readonly Finding[] {
  const [, src = '', stem = ''] = PROXIES.exec(module.file) ?? []
  const { configured, modules } = application
  const bare = ['proxy', 'middleware', 'default'].some((name) => isBare(module, name))
  const callbacks = memberValue(configured?.options, 'callbacks')
  const known = configured?.options.kind === 'object' && !configured.options.open
  const authorized = memberValue(callbacks, 'authorized') !== undefined
  const routes = routesFolder(application)
  const hasApp = [...modules.keys()].some((file) => file.startsWith('src/app/'))
  return [
    ...(bare && known && !authorized
      ? [
          broken({
            id: 'proxy-open',
            what: `${stem}.ts exports \`auth\`, and there is no \`authorized\` callback.`,
            why: 'Every page is open to everybody: without the callback nothing is refused.',
            fix: 'Add callbacks: { authorized: ({ auth }) => auth !== null }, which refuses everybody who is not signed in.',
            docs: PROXY,
            file: module.file,
          }),
        ]
      : []),
    ...(src === '' && hasApp
      ? [
          broken({
            id: 'proxy-place',
            what: `${module.file} is beside the folder src, and the routes are in ${routes}.`,
            why: 'Next.js does not read it there, so that it protects nothing.',
            fix: `Move it to src/${module.file}.`,
            docs: PROXY,
            file: module.file,
          }),
        ]
      : []),
    ...checkProxyName(application, module, stem),
  ]
}

function checkProxyName(
  { manifest }: Application,
  module: Module,
  stem: string,
): readonly Finding[] {
  const [, major] = /(\d+)/.exec(manifest.dependencies.get('next') ?? '') ?? []
  const version = Number(major)
  if (!Number.isInteger(version)) return []
  if (stem === 'proxy' && version < 16) {
    return [
      broken({
        id: 'proxy-name',
        what: `${module.file} is not read by Next.js ${version}.`,
        why: 'Until version 16 the file is called middleware.ts, so that this one protects nothing.',
        fix: `Rename it to ${module.file.replace('proxy', 'middleware')}, and export it as \`middleware\`.`,
        docs: PROXY,
        file: module.file,
      }),
    ]
  }
  const expected = stem === 'proxy' ? ['proxy', 'default'] : ['middleware', 'default', 'proxy']
  if (expected.some((name) => module.exports.has(name))) return []
  return [
    broken({
      id: 'proxy-export',
      what: `${module.file} has no export that Next.js calls.`,
      why: 'The build fails, or nothing is protected.',
      fix: `Write: export { auth as ${stem} } from './auth'`,
      docs: PROXY,
      file: module.file,
    }),
  ]
}

function checkStatic({ modules }: Application): readonly Finding[] {
  return [...modules.values()].flatMap(({ file, program }) => {
    if (!file.startsWith('next.config.')) return []
    const properties = [...walk(program)].filter(({ type }) => type === 'Property')
    const isStatic = properties.some(
      (one) =>
        nameText(child(one, 'key')) === 'output' && nameText(child(one, 'value')) === 'export',
    )
    return isStatic
      ? [
          broken({
            id: 'static-export',
            what: `${file} has output: 'export'.`,
            why: 'A static site has no server, and signing in needs one: the actions are left out of the build.',
            fix: "Remove output: 'export', or deploy the application with the output 'standalone'.",
            docs: 'docs/deployment.md',
            file,
          }),
        ]
      : []
  })
}

/** Files of an application of Next.js: the route of the actions, and the proxy. */
export function checkFiles(application: Application): readonly Finding[] {
  const { isNext, modules, configured, unreadable } = application
  const unread = [...unreadable].map(([file, why]) =>
    warning({
      id: 'file-unreadable',
      what: `${file} cannot be read: ${why}`,
      why: 'Mistakes in it are not found here.',
      fix: 'Correct the syntax, and run this again.',
      docs: 'docs/doctor.md',
      file,
    }),
  )
  if (!isNext || configured === undefined) return unread
  const mounts = findMounts(application)
  return [
    ...unread,
    ...(mounts.length === 0 ? checkMissing(application) : []),
    ...mounts.flatMap((mount) => [...checkExports(mount), ...checkPlace(application, mount)]),
    ...[...modules.values()].flatMap((module) =>
      PROXIES.test(module.file) ? checkProxy(application, module) : [],
    ),
    ...checkStatic(application),
  ]
}
