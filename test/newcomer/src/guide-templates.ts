import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../tools/root.mjs'
import { KINDS } from '../../../tools/measure/first-sign-in/applications.mjs'

/** Texts by the path of their file. */
export type Files = Readonly<Record<string, string>>

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** The manifest of an application of `examples`, without what its page installs, and with what the template has otherwise. */
export function manifestOf(
  example: string,
  { scripts = {}, dependencies = {} }: Partial<Manifest>,
): string {
  const text = readFileSync(join(root, 'examples', example, 'package.json'), 'utf8')
  // A file of this repository, which npm reads as well.
  const manifest = JSON.parse(text) as Manifest
  const others = (versions: Manifest['dependencies']): Manifest['dependencies'] =>
    Object.fromEntries(
      Object.entries(versions).filter(([name]) => !name.startsWith('@latchstring/')),
    )
  return JSON.stringify({
    ...manifest,
    scripts: { ...manifest.scripts, ...scripts },
    dependencies: { ...others(manifest.dependencies), ...dependencies },
    devDependencies: others(manifest.devDependencies),
  })
}

/** Files of an application of `examples`. */
export const filesOf = (example: string, ...paths: readonly string[]): Files =>
  Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(root, 'examples', example, path), 'utf8')]),
  )

/** The root of an application of React Router before it has sign-in: its types are imported, as in the template. */
export function reactRouterRoot(): string {
  const { 'app/root.tsx': text = '' } = filesOf('react-router', 'app/root.tsx')
  return text.replaceAll(/^.*latchstring.*\n/gm, '')
}

/** Nuxt 4.5.2 itself builds no application with the Vite that npm installs for it. */
const NUXT_VITE = { vite: '8.3.8' }

/** The template of Nuxt, with a Vite that builds it. */
export function nuxtTemplate(): Files {
  const { instead = {} } = KINDS['nuxt'] ?? {}
  // What KINDS has made of an object.
  const manifest = JSON.parse(instead['package.json'] ?? '{}') as object
  const pinned = { ...manifest, overrides: NUXT_VITE }
  return { ...instead, 'package.json': JSON.stringify(pinned) }
}
