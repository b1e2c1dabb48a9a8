import { describe, expect, it } from 'vitest'
import { HEALTHY, writeApplication } from '../test/application.ts'
import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { DISCOVERY } from '../test/mistakes.ts'
import { type Files, type ProjectFolder, makeProject, manifest } from '../test/projects.ts'
import { type Ran, containing, run } from '../test/run.ts'

const cleanUps = cleanUpAfterEach()

async function make(files: Files): Promise<ProjectFolder> {
  const project = await makeProject(files)
  cleanUps.push(() => project.remove())
  return project
}

const add = ({ folder }: { readonly folder: string }, ...argv: readonly string[]): Promise<Ran> =>
  run(['add', 'well-known', ...argv], { folder })

const ROUTES = `import { index, route } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('auth/*', 'routes/auth.ts'),
]
`

const NEXT = 'app/.well-known/[name]/route.ts'

const NEW = [
  {
    name: 'Next.js',
    files: {
      'package.json': manifest({ next: '16.0.0' }),
      'tsconfig.json': '{}',
      'app/page.tsx': '',
    },
    path: NEXT,
    text: "import { handlers } from '../../../auth'\n\nexport const { GET } = handlers\n",
  },
  {
    name: 'Next.js with the folder src',
    files: { 'package.json': manifest({ next: '16.0.0' }), 'src/app/page.js': '' },
    path: 'src/app/.well-known/[name]/route.js',
    text: "import { handlers } from '../../../auth'\n\nexport const { GET } = handlers\n",
  },
  {
    name: 'Astro',
    files: { 'package.json': manifest({ astro: '5.0.0' }) },
    path: 'src/pages/.well-known/[name].js',
    text: "export const prerender = false\nexport { ALL } from '@latchstring/astro/route'\n",
  },
]

describe('latchstring add well-known', () => {
  it.each(NEW)('writes the route of $name, and once only', async ({ files, path, text }) => {
    const project = await make(files)
    expect(await add(project)).toEqual({ code: 0, out: `  created  ${path}\n`, err: '' })
    expect(await project.all()).toEqual({ ...files, [path]: text })
    expect(await add(project)).toMatchObject({ code: 0, out: containing('already') })
    expect(await project.all()).toEqual({ ...files, [path]: text })
  })

  it('adds a route beside that of the actions in React Router, and once only', async () => {
    const files = { 'package.json': manifest({ '@react-router/dev': '7.0.0' }) }
    const project = await make({ ...files, 'app/routes.ts': ROUTES })
    const { code, out } = await add(project, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ created: [], changed: ['app/routes.ts'] })
    const actions = "  route('auth/*', 'routes/auth.ts'),\n"
    const own = "  route('.well-known/:name', 'routes/auth.ts', { id: 'well-known' }),\n"
    expect(await project.read('app/routes.ts')).toBe(ROUTES.replace(actions, actions + own))
    expect((await add(project)).out).toContain('already')
  })

  it.each([
    ['has other routes', { 'app/routes.ts': 'export default flatRoutes()\n' }],
    ['is not there', {}],
  ])('says what to write where the file of routes %s', async (_, more: Files) => {
    const files = { 'package.json': manifest({ '@react-router/dev': '7.0.0' }), ...more }
    const project = await make(files)
    expect(await add(project)).toMatchObject({
      code: 1,
      out: '',
      err: containing("route('.well-known/:name', 'routes/auth."),
    })
    expect(await project.all()).toEqual(files)
  })

  it.each(['@sveltejs/kit', 'nuxt', '@solidjs/start', '@tanstack/react-start', 'express'])(
    'writes nothing for %s, whose package answers there',
    async (name) => {
      const files = { 'package.json': manifest({ [name]: '1.0.0' }) }
      const project = await make(files)
      expect(await add(project)).toMatchObject({ code: 0, out: containing('needs no file') })
      expect(await project.all()).toEqual(files)
    },
  )

  it('shows the file with --dry-run and writes none, and refuses providers beside it', async () => {
    const [{ files, path } = { files: {}, path: '' }] = NEW
    const project = await make(files)
    expect((await add(project, '--dry-run')).out).toContain(`new file ${path}`)
    expect(await add(project, 'github')).toMatchObject({ code: 2, err: containing('by itself') })
    expect(await project.all()).toEqual(files)
  })
})

describe('latchstring doctor, where a feature has a document at /.well-known', () => {
  const doctor = ({ folder }: { readonly folder: string }): Promise<Ran> =>
    run(['doctor'], { folder })

  it('finds nothing any more after latchstring add well-known, nor where no feature is configured', async () => {
    const application = await writeApplication(DISCOVERY)
    cleanUps.push(() => application.remove())
    expect((await doctor(application)).out).toContain('well-known-route-missing')
    expect((await add(application)).code).toBe(0)
    expect(await doctor(application)).toMatchObject({
      code: 0,
      out: containing('Nothing is wrong'),
    })
    const without = await writeApplication({ ...DISCOVERY, 'auth.ts': HEALTHY['auth.ts'] ?? '' })
    cleanUps.push(() => without.remove())
    expect((await doctor(without)).out).not.toContain('well-known')
  })
})
