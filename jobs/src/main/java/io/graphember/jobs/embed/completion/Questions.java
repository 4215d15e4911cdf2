// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed.completion;

import io.graphember.spi.triple.End;

/**
 * Triples of one relation of which an end is missing.
 *
 * @param missing that end
 * @param relation number of the edge type
 * @param ids of the entities at the other end, ascending, each once
 * @param keys of these entities
 */
record Questions(End missing, int relation, long[] ids, Object[] keys) {}
