import { service } from '@latchstring/testing/services/forgejo'
import Forgejo from '@latchstring/core/providers/forgejo'
import type { ProviderCase } from '../src/case.ts'
import { giteaCase } from '../src/software/gitea.ts'

export const forgejo: ProviderCase = {
  ...giteaCase(service, 'https://forgejo.example.com/', {
    name: 'Grace Hopper',
    email: 'grace@example.com',
    image: 'https://forgejo.example.com/avatars/cd34',
  }),
  provider: Forgejo,
}
