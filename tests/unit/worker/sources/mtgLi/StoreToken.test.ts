import { describe, expect, test } from 'vitest';
import { StoreToken } from '#worker/sources/mtgLi/StoreToken.ts';

function aToken() {
  let nowMs = 0;
  const token = new StoreToken({ now: () => nowMs });
  const pass = (seconds: number) => {
    nowMs += seconds * 1_000;
  };
  return {
    token,
    pass,
    fetched: (text: string, expires_in = 3_600) => token.take({ access_token: text, expires_in }, nowMs),
  };
}

describe('the store’s token', () => {
  test('is used until a minute before its end', () => {
    const { token, pass, fetched } = aToken();
    expect(token.use()).toBeUndefined();
    expect(fetched('a')).toBe(true);
    expect(token.use()).toBe('a');
    pass(3_539);
    expect(token.use()).toBe('a');
    pass(1);
    expect(token.use()).toBeUndefined();
  });

  test('that is handed out shortly before its end is used for half of the rest', () => {
    const { token, pass, fetched } = aToken();
    fetched('a', 20);
    token.use();
    pass(9);
    expect(token.use()).toBe('a');
    pass(1);
    expect(token.use()).toBeUndefined();
  });

  test('is tried once, however late, so that a caller who calls seldom gets on', () => {
    const { token, pass, fetched } = aToken();
    fetched('a', 20);
    pass(30);
    expect(token.use()).toBe('a');
    expect(token.use()).toBeUndefined();
  });

  test('is fetched once more if it is refused, and not a second time in a row', () => {
    const { token, fetched } = aToken();
    fetched('a');
    expect(token.refused('a')).toBe(true);
    expect(token.use()).toBeUndefined();
    fetched('b');
    expect(token.refused('b')).toBe(false);
    fetched('c');
    token.accepted();
    expect(token.refused('c')).toBe(true);
  });

  test('is not lost to a call that was refused with the one before', () => {
    const { token, fetched } = aToken();
    fetched('a');
    expect(token.refused('a')).toBe(true);
    fetched('b');
    expect(token.refused('a')).toBe(true);
    expect(token.use()).toBe('b');
  });

  test.each([
    {},
    undefined,
    { access_token: '', expires_in: 3_600 },
    { access_token: 'a\r\nx-other: b', expires_in: 3_600 },
    { access_token: 'a' },
    { access_token: 'a', expires_in: 0 },
    { access_token: 'a', expires_in: '3600' },
  ])('is none: %j', (answer) => {
    const { token } = aToken();
    expect(token.take(answer, 0)).toBe(false);
    expect(token.use()).toBeUndefined();
  });
});
