import { expect } from 'vitest'
import { cleanUpAfterEach } from './clean-ups.ts'
import { type Files, makeProject, manifest } from './projects.ts'
import { run } from './run.ts'

/** A file as it is after the codemod, or that it was left as it was and is listed. */
export type Result = string

/** A file that was left. */
export const LEFT = 'left'

/** A guard that goes on reading the token, and is otherwise as it was. */
export const KEPT = 'kept'

/** What became of an application. */
export interface Moved {
  (path: string): Result
  /** A file as it is after the codemod. */
  text(path: string): string
}

/** Runs the codemod in the tests of a file, where it runs twice and changes nothing the second time. */
export function createMove(): (files: Files) => Promise<Moved> {
  const cleanUps = cleanUpAfterEach()
  return async (files) => {
    const before: Files = { 'package.json': manifest({}), ...files }
    const project = await makeProject(before)
    cleanUps.push(() => project.remove())
    const codemod = () =>
      run(['codemod', 'next-auth', '--until', '2027-06-30', '--json'], { folder: project.folder })
    const { code, out } = await codemod()
    expect([0, 3]).toContain(code)
    const after = await project.all()
    await codemod()
    expect(await project.all()).toEqual(after)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the output of the command, whose shape another test checks
    const { left } = JSON.parse(out) as { readonly left: readonly { readonly path: string }[] }
    const result = (path: string): Result => {
      const isListed = left.some((one) => one.path === path)
      const isSame = after[path] === before[path]
      expect({ path, isListed, isSame }).toEqual({ path, isListed: isSame, isSame })
      const text = after[path] ?? ''
      if (text.replace('./with-auth', 'next-auth/middleware') === before[path]) {
        return isSame ? LEFT : KEPT
      }
      return text
    }
    return Object.assign(result, { text: (path: string) => after[path] ?? '' })
  }
}

/** A configuration with callbacks, and its route. */
export const configuration = (options: string, before = ''): Files => ({
  'lib/auth.js': `${before}export const authOptions = { providers: [], ${options} }\n`,
  'app/api/auth/[...nextauth]/route.js': `import NextAuth from 'next-auth'
import { authOptions } from '../../../../lib/auth'
const handler = NextAuth(authOptions)
export { handler as GET, handler as POST }
`,
})
