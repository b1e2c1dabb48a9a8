import type { VkProfile } from '@latchstring/core/providers/vk'
import type { ResourceRequest, Service } from '../service.ts'

const USER_INFO = 'https://id.vk.com/oauth2/user_info'
const DEVICE = 'mjhTr2Ph_device'

/** The client has to say who it is here, too. */
function respondWithUserInfo({ body, person }: ResourceRequest): unknown {
  return new URLSearchParams(body).has('client_id')
    ? person.answers?.[USER_INFO]
    : Response.json({ error: 'invalid_client' }, { status: 401 })
}

/** @see https://id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description */
export const service: Service = {
  id: 'vk',
  name: 'VK',
  protocol: 'oauth',
  authorization: {
    url: 'https://id.vk.com/authorize',
    pkce: 'required',
    stateRequired: true,
    scopes: ['vkid.personal_info', 'email', 'phone'],
  },
  token: {
    url: 'https://id.vk.com/oauth2/auth',
    authentication: ['none'],
    requires: { device_id: DEVICE, state: true },
    answer: (standard) => ({ ...standard, id_token: 'e30.e30.e30', user_id: 1_234_567_890 }),
  },
  resources: {
    [USER_INFO]: { method: 'POST', token: 'form:access_token', answer: respondWithUserInfo },
  },
  persons: {
    documented: {
      response: { type: 'code_v2', device_id: DEVICE },
      answers: {
        [USER_INFO]: {
          user: {
            user_id: '1234567890',
            first_name: 'Ada',
            last_name: 'Lovelace',
            avatar: 'https://sun1.userapi.com/ada.jpg?cs=50x50',
            email: 'ada@example.com',
            sex: 1,
            verified: true,
            birthday: '10.12.1985',
          } satisfies VkProfile,
        },
      },
    },
    minimal: {
      response: { type: 'code_v2', device_id: DEVICE },
      answers: { [USER_INFO]: { user: { user_id: '7' } satisfies VkProfile } },
    },
  },
  registration: {
    console: 'https://id.vk.com/about/business/go/',
    steps: [
      'Sign in to the VK ID service console, and add an application for the platform Web.',
      'Enter the domain and the redirect URI as trusted redirect URL.',
      'Switch on access to the email address.',
      'Copy the ID of the application; there is no client secret to copy.',
    ],
    sources: [
      'https://id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description',
      'https://id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/work-with-user-info/user-info',
    ],
  },
}
