import { describe, expect, it } from 'vitest'
import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { moveProject } from '../test/move.ts'
import { type Files, manifest } from '../test/projects.ts'

const cleanUps = cleanUpAfterEach()

const QWIK_WITH_PASSWORDS: Files = {
  'package.json': manifest({ '@auth/qwik': '0.9.1', '@builder.io/qwik-city': '1.19.0' }),
  'src/routes/plugin@auth.ts': `import { QwikAuth$ } from '@auth/qwik'
import Credentials from '@auth/qwik/providers/credentials'

export const { onRequest, useSignIn } = QwikAuth$(() => ({ providers: [Credentials({})] }))
`,
}

describe('latchstring codemod of an application of Qwik with passwords', () => {
  it('shows a wrong password, which is the value of the action now, beside the failures in the address', async () => {
    const page = (
      error: string,
      isWrong: string,
    ) => `import { useLocation } from '@builder.io/qwik-city'
import { useSignIn as useEnter } from './plugin@auth'

export const useError = () => {
  const { url } = useLocation()
  const enter = useEnter()
  return { error: ${error}, isWrong: ${isWrong}, to: url.searchParams.get('to'), enter }
}
`
    const { code, files } = await moveProject(cleanUps, {
      ...QWIK_WITH_PASSWORDS,
      'src/routes/error.ts': page("url.searchParams.get('error')", "url.searchParams.has('error')"),
    })
    expect(code).toBe(0)
    expect(files['src/routes/error.ts']).toBe(
      page(
        "(enter.value?.error ?? url.searchParams.get('error'))",
        "(url.searchParams.has('error') || enter.value?.error !== undefined)",
      ),
    )
  })

  it('names a page that has no action under "Look at"', async () => {
    const page = `export const read = (url: URL) => url.searchParams.get('error')\n`
    const { code, files, look } = await moveProject(cleanUps, {
      ...QWIK_WITH_PASSWORDS,
      'src/error.ts': page,
    })
    expect({ code, look }).toEqual({
      code: 0,
      look: [expect.stringMatching(/^src\/error\.ts:1 .*`useSignIn\(\)\.value\?\.error`/)],
    })
    expect(files['src/error.ts']).toBe(page)
  })
})
