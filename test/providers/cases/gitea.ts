import { service } from '@latchstring/testing/services/gitea'
import Gitea from '@latchstring/core/providers/gitea'
import type { ProviderCase } from '../src/case.ts'
import { giteaCase } from '../src/software/gitea.ts'

export const gitea: ProviderCase = {
  ...giteaCase(service, 'https://gitea.example.com/', {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    image: 'https://gitea.example.com/avatars/ab12',
  }),
  provider: Gitea,
}
