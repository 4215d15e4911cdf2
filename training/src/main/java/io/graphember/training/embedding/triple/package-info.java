// SPDX-License-Identifier: Apache-2.0
/**
 * Rows of the entities and relations of a knowledge graph, with negatives that the triples of a
 * chunk share (Lerer et al., "PyTorch-BigGraph", MLSys 2019, section 4.3; Zheng et al., "DGL-KE",
 * SIGIR 2020, section 3.3).
 */
@NullMarked
package io.graphember.training.embedding.triple;

import org.jspecify.annotations.NullMarked;
