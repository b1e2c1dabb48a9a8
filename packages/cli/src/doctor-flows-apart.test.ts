import { beforeAll, describe, expect, it } from 'vitest'
import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { addFramework, makeApplication, runFlows } from '../test/flow-applications.ts'
import { buildProgram } from '../test/program.ts'
import { type Files, manifest } from '../test/projects.ts'
import { containing, type Ran } from '../test/run.ts'

beforeAll(() => buildProgram())

const cleanUps = cleanUpAfterEach()

/** Frameworks that an application of the tests does not have beside the others. */
const FRAMEWORKS = {
  // TypeScript takes longer for the sources of the library than what applications of the tests have for it.
  elysia: {
    name: 'elysia',
    separate: 'test/frameworks/fixtures/elysia-1',
    without: ['typescript'],
  },
  // Nothing else there knows the decorators of NestJS.
  nestjs: { name: 'nestjs', separate: 'test/frameworks/fixtures/nestjs-12', without: [] },
} as const

async function flows(framework: keyof typeof FRAMEWORKS, files: Files): Promise<Ran> {
  const application = await makeApplication({
    'package.json': manifest({ [`@latchstring/${framework}`]: '0.0.0' }, { type: 'module' }),
    ...files,
  })
  cleanUps.push(() => application.remove())
  await addFramework(application.folder, FRAMEWORKS[framework])
  return runFlows(application.folder)
}

/** As in the page about Elysia; the file that only uses the library comes first by its name. */
const elysia = (options: string): Files => ({
  'app.ts': `import { paths } from '@latchstring/elysia'
import { Elysia } from 'elysia'
import { latchstring } from './auth.ts'
export const isOpen = paths('/open')
export const app = new Elysia()
  .use(latchstring)
  .get('/members', ({ session }) => session.user?.name, { session: true })
`,
  'auth.ts': `import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/elysia'
export const latchstring = Latchstring({
  providers: [GitHub],
  ${options}
})
`,
})

/** A server whose configuration is among its routes, and which listens. */
const elysiaServer = (options: string): Files => ({
  'server.ts': `import { node } from '@elysiajs/node'
import GitHub from '@latchstring/core/providers/github'
import Latchstring from '@latchstring/elysia'
import { Elysia } from 'elysia'
new Elysia({ adapter: node() })
  .use(Latchstring({ providers: [GitHub], ${options} }))
  .get('/', async ({ auth }) => (await auth())?.user?.name ?? 'nobody')
  .listen(3000)
`,
})

/** What `nest new` makes, with the module of the page about NestJS. */
const nest = (module: string, more = ''): Files => ({
  'src/app.controller.ts': `import { Controller, Get, UseGuards } from '@nestjs/common'
import { AuthGuard, type RegisteredSession, Session } from '@latchstring/nestjs'

@Controller()
export class AppController {
  @UseGuards(AuthGuard)
  @Get('members')
  members(@Session() session: RegisteredSession): string {
    return session.user?.name ?? 'nobody'
  }
}
`,
  'src/app.module.ts': `import { Module } from '@nestjs/common'
import GitHub from '@latchstring/core/providers/github'
import { LatchstringModule } from '@latchstring/nestjs'
import { AppController } from './app.controller.js'
${more}
@Module({
  imports: [LatchstringModule.${module}],
  controllers: [AppController],
})
export class AppModule {}
`,
  'src/main.ts': `import { NestFactory } from '@nestjs/core'
import { AppModule } from './app.module.js'
const app = await NestFactory.create(AppModule)
await app.listen(3000)
`,
})

const nestOptions = (options: string): Files =>
  nest(`forRoot({ providers: [GitHub],\n    ${options}\n  })`)

/** The service of `@nestjs/config`, which is told by its name, and one of the application. */
const SERVICES = `class ConfigService {}
class Keys {}`

const nestFactory = (result: string, inject = 'ConfigService'): Files =>
  nest(
    `forRootAsync({ inject: [${inject}], useFactory: async (given: any) => (${result}) })`,
    SERVICES,
  )

describe('latchstring doctor --flows finds nothing in a healthy application of', () => {
  it.each([
    ['Elysia', 'elysia', elysia('')],
    ['Elysia in one file that listens', 'elysia', elysiaServer('')],
    ['NestJS', 'nestjs', nestOptions('')],
    [
      'NestJS with a configuration of settings',
      'nestjs',
      nestFactory(
        "{ secret: given.getOrThrow('AUTH_SECRET'), trustHost: given.get('NONE', { infer: true }) ?? true, providers: [GitHub({ clientId: given.get('AUTH_GITHUB_ID') })] }",
      ),
    ],
    [
      'NestJS with settings and a configuration for each request',
      'nestjs',
      nestFactory('(request: Request) => ({ providers: [GitHub], debug: request.url === "" })'),
    ],
    [
      'NestJS beside a configuration of the core, by a namespace',
      'nestjs',
      {
        'auth.js':
          "import * as core from '@latchstring/core'\nimport GitHub from '@latchstring/core/providers/github'\nexport const auth = core.createAuth({ providers: [GitHub] }, { env: process.env })\n",
      },
    ],
  ] as const)('%s', async (_, framework, files) => {
    const { code, out } = await flows(framework, files)
    expect({ code, out }).toEqual({
      code: 0,
      out: containing('  ok        sign-out\n\nNothing is wrong'),
    })
  })
})

const NOTHING = 'callbacks: { session({ session }) { session.user } },'
const OPEN = 'callbacks: { redirect: ({ url }) => url },'
const THROWS =
  'callbacks: { jwt: ({ token, profile }) => ({ ...token, team: profile.team.name }) },'

describe('latchstring doctor --flows names a mistake in', () => {
  it.each([
    ['Elysia: no session', 'elysia', elysia(NOTHING), 'callback-returns-nothing auth.ts:5'],
    ['Elysia: a callback that throws', 'elysia', elysia(THROWS), 'callback-throws auth.ts:5'],
    [
      'Elysia in one file: an open redirect',
      'elysia',
      elysiaServer(OPEN),
      'redirect-open server.ts:6',
    ],
    [
      'NestJS: no session',
      'nestjs',
      nestOptions(NOTHING),
      'callback-returns-nothing src/app.module.ts:8',
    ],
    [
      'NestJS: a callback that throws',
      'nestjs',
      nestOptions(THROWS),
      'callback-throws src/app.module.ts:8',
    ],
    [
      'NestJS with settings: an open redirect',
      'nestjs',
      nestFactory(`{ providers: [GitHub], ${OPEN} }`),
      'redirect-open src/app.module.ts:8',
    ],
    [
      'NestJS with settings: one that is not there',
      'nestjs',
      nestFactory("{ secret: given.getOrThrow('MY_SECRET'), providers: [GitHub] }"),
      'configuration-not-made src/app.module.ts:8',
    ],
  ] as const)('%s', async (_, framework, files, finding) => {
    const { code, out } = await flows(framework, files)
    expect({ code, out }).toEqual({ code: 1, out: containing(`\nbroken ${finding}\n`) })
  })
})

describe('latchstring doctor --flows says that it does not know', () => {
  it.each([
    [
      'a setting that a function of the application makes',
      nestFactory("{ secret: given.get('auth.secret'), providers: [GitHub] }"),
      'the setting "auth.secret" of ConfigService',
    ],
    [
      'what a provider of the application gives',
      nestFactory('{ secret: given.current(), providers: [GitHub] }', 'Keys'),
      'Keys.current',
    ],
  ])('%s, in NestJS', async (_, files, what) => {
    const { code, out } = await flows('nestjs', files)
    expect({ code, out }).toEqual({ code: 0, out: containing(`asks for ${what}, which is left`) })
    expect(out).toContain('note flow-not-known src/app.module.ts:8')
  })
})
