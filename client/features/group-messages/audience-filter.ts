import { listState } from '#client/lib/list-state.ts';
import { memberFilter } from '#domain/member-list.ts';

export const audienceState = listState(memberFilter);
