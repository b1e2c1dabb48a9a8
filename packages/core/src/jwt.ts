export { decode, encode, getToken } from './lib/crypto/jwt.ts'
export type { GetTokenParams } from './lib/crypto/jwt.ts'
export type {
  DefaultJWT,
  JWT,
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
} from './lib/types/jwt.ts'
