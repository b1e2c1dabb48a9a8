import { service } from '@latchstring/testing/services/x'
import X from '@latchstring/core/providers/x'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { X_CASE } from '../src/software/x.ts'

export const x: ProviderCase = {
  service,
  provider: X,
  ...X_CASE,
  quirks: {
    'goes on with the accounts of `twitter` under its id': async (signIn) => {
      const { account } = await signIn({ options: { id: 'twitter' } })
      expect(account).toMatchObject({ provider: 'twitter', providerAccountId: '2244994945' })
    },
  },
}
