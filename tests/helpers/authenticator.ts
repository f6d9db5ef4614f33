import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { portalUrl } from './app.ts';
import type { Answer, Visitor } from './visitor.ts';

interface Options {
  challenge: string;
}

const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest();

/** A CBOR byte string of fewer than 65,536 bytes. */
function byteString(bytes: Uint8Array): Buffer {
  const { length } = bytes;
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}

function text(content: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + content.length]), Buffer.from(content)]);
}

/** An authenticator with one passkey, as a browser at `origin` answers with it. A copy counts on from where it was made. */
export function openAuthenticator(origin = portalUrl, counter = 0) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let count = counter;

  function clientData(type: string, { challenge }: Options, from: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  }

  /** `flags`: present, verified, and with a key. */
  function data(flags: number, key: Uint8Array = Buffer.alloc(0)): Buffer {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    return Buffer.concat([sha256(new URL(portalUrl).hostname), Buffer.from([flags]), counted, key]);
  }

  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const start = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
    const [left, right] = [x, y].map((part) => byteString(Buffer.from(part, 'base64url')));
    return Buffer.concat([start, left ?? start, Buffer.from([0x22]), right ?? start]);
  }

  return {
    id: encoded(id),
    /** The body of `POST /api/me/passkeys`. */
    create(options: Options, name = 'Phone', from = origin) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey()]);
      const authData = byteString(data(0x45, attested));
      const parts = [Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])];
      const attestationObject = encoded(Buffer.concat([...parts, text('authData'), authData]));
      const clientDataJSON = encoded(clientData('webauthn.create', options, from));
      return { name, id: encoded(id), clientDataJSON, attestationObject };
    },
    /** The body of `POST /api/auth/passkey`. */
    answer(options: Options, from = origin) {
      if (counter > 0) count += 1;
      const authenticatorData = data(0x05);
      const client = clientData('webauthn.get', options, from);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey);
      return {
        id: encoded(id),
        clientDataJSON: encoded(client),
        authenticatorData: encoded(authenticatorData),
        signature: encoded(signature),
      };
    },
    /** A clone does not know how often the original was used. */
    rewind: () => {
      count = counter;
    },
  };
}

export async function passkeyOptionsFor(person: Visitor, password: string): Promise<Options> {
  return (await person.post('/api/me/passkeys/begin', { password })).body as Options;
}

/** Signs in with a passkey, by default with a new challenge. */
export async function signInWith(
  browser: Visitor,
  authenticator: Pick<ReturnType<typeof openAuthenticator>, 'answer'>,
  from?: string,
): Promise<Answer> {
  const options = (await browser.get('/api/auth/passkey')).body as Options;
  return browser.post('/api/auth/passkey', authenticator.answer(options, from));
}
