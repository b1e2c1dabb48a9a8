import type { Application } from './application.ts'
import type { Module } from './module.ts'

/** A route file of Next.js that mounts the actions. */
export interface Mount {
  readonly module: Module
  /** Path of the actions. */
  readonly path: string
  /** The route takes every path below it. */
  readonly catchAll: boolean
  readonly router: 'app' | 'pages'
}

const APP = /^(?:src\/)?app\/(.*)\/route\.[cm]?[jt]sx?$/
const PAGES = /^(?:src\/)?pages\/(api\/.*)\.[cm]?[jt]sx?$/

const isVisible = (segment: string): boolean => !/^\(.*\)$|^@/.test(segment)

function readMount(module: Module): Mount | undefined {
  const [, app] = APP.exec(module.file) ?? []
  const [, pages] = PAGES.exec(module.file) ?? []
  const route = app ?? pages
  if (route === undefined) return undefined
  const segments = route.split('/').filter(isVisible)
  const last = segments.at(-1) ?? ''
  const dynamic = last.startsWith('[')
  return {
    module,
    path: `/${(dynamic ? segments.slice(0, -1) : segments).join('/')}`,
    catchAll: last.startsWith('[...') || last.startsWith('[[...'),
    router: app === undefined ? 'pages' : 'app',
  }
}

/** Whether a route has the handlers of the library, or is where they are expected. Others may ask for the session. */
function isAboutSignIn({ module, path }: Mount): boolean {
  const imported = [...module.imports.values()]
  const configured = imported.some(
    ({ from, name }) => name === 'default' && /^(?:@latchstring\/next|next-auth)$/.test(from),
  )
  const handlers = imported.some(({ name }) => name === 'handlers')
  return handlers || configured || (path.endsWith('/auth') && module.file.includes('['))
}

/** The route files that mount the actions, or are meant to. */
export const findMounts = ({ modules }: Pick<Application, 'modules'>): readonly Mount[] =>
  [...modules.values()]
    .flatMap((module) => readMount(module) ?? [])
    .filter((mount) => isAboutSignIn(mount) && !mount.path.startsWith('/.well-known'))
