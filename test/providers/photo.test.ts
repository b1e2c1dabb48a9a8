import { customFetch } from '@latchstring/core'
import AzureAD from '@latchstring/core/providers/azure-ad'
import MicrosoftEntraID from '@latchstring/core/providers/microsoft-entra-id'
import type { Fetch } from '@latchstring/core/providers'
import { createLab, type Lab } from '@latchstring/testing'
import { service } from '@latchstring/testing/services/microsoft-entra-id'
import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { storedUser } from './src/sign-in.ts'
import { INSIDE, visit } from './src/visit.ts'

let lab: Lab

beforeAll(() => {
  lab = createLab()
})

const PHOTO = 'https://graph.microsoft.com/v1.0/me/photos/48x48/$value'

interface Asked {
  readonly url: string
  readonly init: RequestInit | undefined
}

/** Signs in before the emulator, with a photo that is answered here. */
async function signInWith(
  make: typeof MicrosoftEntraID,
  answer: (asked: Asked) => Response | Promise<Response>,
): Promise<{ readonly image: string | null; readonly asked: readonly Asked[] }> {
  const emulator = await lab.service(service)
  const asked: Asked[] = []
  const toEmulator = emulator.options[customFetch]
  const fetch: Fetch = async (url, init) => {
    if (url !== PHOTO) return toEmulator(url, init)
    asked.push({ url, init })
    return answer({ url, init })
  }
  const provider = make({ ...emulator.options, profilePhotoSize: 48, [customFetch]: fetch })
  const stage = visit(provider.id, provider)
  const location = await stage.follow(
    await emulator.authorize(await stage.requestAuthorization(), { person: 'documented' }),
  )
  expect(location.href).toBe(INSIDE)
  return { image: storedUser(stage).image, asked }
}

describe.each([
  ['microsoft-entra-id', MicrosoftEntraID],
  ['azure-ad', AzureAD],
] as const)('The photo that %s requests', (_, make) => {
  test('becomes the image, by a request with a deadline and without redirects (OAU-15 OAU-17 SRF-03)', async () => {
    const { image, asked } = await signInWith(
      make,
      () => new Response(new Uint8Array([255, 0, 128])),
    )
    expect(image).toBe('data:image/jpeg;base64,/wCA')
    expect(asked).toHaveLength(1)
    expect(asked[0]?.init?.redirect).toBe('manual')
    expect(asked[0]?.init?.signal).toBeInstanceOf(AbortSignal)
  })

  test.each<readonly [string, () => Response]>([
    ['the person has none', () => new Response(null, { status: 404 })],
    ['it is larger than 1 MB (OAU-17)', () => new Response(new Uint8Array(1_048_577))],
    ['its URL redirects (OAU-15)', () => Response.redirect('https://evil.example/x')],
    [
      'Graph cannot be reached',
      () => {
        throw new TypeError('fetch failed')
      },
    ],
  ])('is left out, and the user is signed in, when %s', async (__, answer) => {
    expect((await signInWith(make, answer)).image).toBeNull()
  })

  test('is left out when it takes more than ten seconds (OAU-17)', async () => {
    const deadline = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
    const { image } = await signInWith(make, () => {
      deadline.abort(new DOMException('Too slow', 'TimeoutError'))
      return new Promise<Response>(() => undefined)
    })
    timeout.mockRestore()
    expect(image).toBeNull()
  })
})

const SOURCES = new URL('../../packages/core/src/', import.meta.url)

/** Modules that providers are made of. */
const modules = ['providers', 'lib/provider-kit/profile', 'lib/provider-kit/mail'].flatMap(
  (folder) =>
    readdirSync(new URL(folder, SOURCES))
      .filter((name) => !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
)

test.each(modules)('%s sends requests only through the given fetch (OAU-17 SRF-03)', (name) => {
  const text = readFileSync(new URL(name, SOURCES), 'utf8')
  // What a module calls `fetch` is a parameter of the function around it, never the global one.
  const calls = [...text.matchAll(/(?<![.\w])fetch\(/g)]
  const parameters = [...text.matchAll(/(?:[{,(]\s*)fetch(?:: Fetch)?\s*[,})]/g)]
  expect(calls.length === 0 || parameters.length > 0).toBe(true)
  expect(text).not.toMatch(/globalThis|\?\?\s*fetch\b|XMLHttpRequest|AbortSignal/)
})
