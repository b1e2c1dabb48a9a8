/// <reference types="next" />
/// <reference types="next/image-types/global" />
import "./.next/91f7da38ec4f0d91/types/routes.d.ts";
import "./.next/91f7da38ec4f0d91/types/root-params.d.ts";

// NOTE: This file should not be edited
// see https://nextjs.org/docs/app/api-reference/config/typescript for more information.
