import type { BaseTranslation } from '#texts/made/i18n-types.ts';

const ownerKeys = {
  renewKeys: {
    label: { owner: 'New owner key', view: 'New view key' },
    sure: {
      owner:
        'Make a new owner key? The old one stops working at once, on your other devices too: open the new link there.',
      view: 'Make a new view key? The old link stops working at once: whoever has it sees nothing more, not even a stop.',
    },
    done: {
      owner: 'The old owner key no longer works. Keep the new link above.',
      view: 'The old view link no longer works. The new one is above.',
    },
    unsure: 'No answer. Nothing is lost: try again. If the new key holds already, this page takes it by itself.',
  },
  lent: {
    title: 'Keys to hand out',
    text: 'They can be revoked, and then no longer work. A new one takes the place of the old one.',
    make: { duty: 'Make a link for those on duty', feed: 'Make the address of the feed' },
    label: {
      duty: 'Duty link: may look and write into the log',
      feed: 'Atom feed of all changes, for feed readers: whoever has the address can read it',
    },
    copy: 'Copy',
    inUse: { duty: 'A duty link is in use.', feed: 'A feed address is in use.' },
    renew: { duty: 'New duty link', feed: 'New feed address' },
    renewSure: {
      duty: 'Make a new one? The link that you handed out stops working at once: whoever has it can neither look nor write any more.',
      feed: 'Make a new one? The address that you handed out stops working at once: whoever reads it hears nothing more, not even a stop.',
    },
    renewYes: 'Yes, make a new one',
    revoke: { duty: 'Revoke the duty link', feed: 'Revoke the feed address' },
    revokeSure: {
      duty: 'Revoke it? The link that you handed out stops working at once: whoever has it can neither look nor write any more.',
      feed: 'Revoke it? The address that you handed out stops working at once: whoever reads it hears nothing more, not even a stop.',
    },
    revokeYes: 'Yes, revoke it',
    no: 'No',
    revoked: { duty: 'The duty link no longer works.', feed: 'The feed address no longer works.' },
  },
} satisfies BaseTranslation;

export default ownerKeys;
