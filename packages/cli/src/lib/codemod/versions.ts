import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exists } from '../project.ts'
import { isObject } from '../values.ts'
import type { NextAuthVersion } from './configuration.ts'

/** A version of Next.js. */
export interface NextVersion {
  readonly major: number
  readonly minor: number
}

/** The versions of what an application is built on, as far as its files say. */
export interface Versions {
  readonly next: NextVersion | undefined
  readonly nextAuth: NextAuthVersion | undefined
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

const member = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined

/** The version in a folder that is installed, or that a lock file of npm names. */
async function readVersionIn(folder: string, name: string): Promise<string | undefined> {
  const own = member(await readJson(join(folder, 'node_modules', name, 'package.json')), 'version')
  if (typeof own === 'string') return own
  const lock = await readJson(join(folder, 'package-lock.json'))
  const locked = member(member(member(lock, 'packages'), `node_modules/${name}`), 'version')
  return typeof locked === 'string' ? locked : undefined
}

/** The version that is installed here or above, up to the root of the repository. */
async function readInstalled(folder: string, name: string): Promise<string | undefined> {
  for (let place = folder; ; place = dirname(place)) {
    const found = await readVersionIn(place, name)
    if (found !== undefined || dirname(place) === place) return found
    if (await exists(join(place, '.git'))) return undefined
  }
}

const numbers = (version: string | undefined): NextVersion | undefined => {
  const [, major, minor = '0'] = /^\D*(\d+)(?:\.(\d+))?/.exec(version ?? '') ?? []
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) }
}

/** The newest version is meant by the tags that packages have for it. */
const NEWEST = /^(?:latest|canary|next|beta|rc|\*)$/

function nextVersion(range: string | undefined, installed: string | undefined) {
  const found = numbers(installed) ?? numbers(range)
  return found ?? (NEWEST.test(range ?? '') ? { major: 16, minor: 0 } : undefined)
}

function nextAuthVersion(
  range: string | undefined,
  installed: string | undefined,
): NextAuthVersion | undefined {
  if (range === undefined && installed === undefined) return undefined
  const major = numbers(installed)?.major ?? numbers(range)?.major
  if (major === 5 || range === 'beta') return 5
  return major === 4 ? 4 : undefined
}

/**
 * Reads the versions of Next.js and next-auth.
 *
 * @param dependencies - those of package.json
 */
export async function readVersions(
  folder: string,
  dependencies: ReadonlyMap<string, string>,
): Promise<Versions> {
  const [next, nextAuth] = await Promise.all(
    ['next', 'next-auth'].map(async (name) =>
      dependencies.has(name) ? readInstalled(folder, name) : undefined,
    ),
  )
  return {
    next: nextVersion(dependencies.get('next'), next),
    nextAuth: nextAuthVersion(dependencies.get('next-auth'), nextAuth),
  }
}
