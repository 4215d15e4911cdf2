// SPDX-License-Identifier: Apache-2.0
/** How well embeddings of triples rank those that were held out, counted where entities are. */
@NullMarked
package io.graphember.jobs.embed.rank;

import org.jspecify.annotations.NullMarked;
