export { decode, encode, getToken } from './lib/sessions/jwt.ts'
export type { GetTokenParams } from './lib/sessions/jwt.ts'
export type {
  DefaultJWT,
  JWT,
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
} from './lib/types/jwt.ts'
