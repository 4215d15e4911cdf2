// SPDX-License-Identifier: Apache-2.0
/** Scores of triples (head, relation, tail) of a knowledge graph, by the rows of the three. */
@NullMarked
package io.graphember.spi.triple;

import org.jspecify.annotations.NullMarked;
