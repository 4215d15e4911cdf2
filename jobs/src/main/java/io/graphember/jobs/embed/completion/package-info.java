// SPDX-License-Identifier: Apache-2.0
/** The best heads and tails by embeddings of triples, searched for where entities are. */
@NullMarked
package io.graphember.jobs.embed.completion;

import org.jspecify.annotations.NullMarked;
