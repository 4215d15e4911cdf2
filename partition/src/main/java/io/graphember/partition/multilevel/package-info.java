// SPDX-License-Identifier: Apache-2.0
/**
 * An edge cut in METIS's manner: the graph is made coarser and coarser by matchings of heavy edges,
 * the coarsest one is cut, and its cut is refined on each finer one.
 */
@NullMarked
package io.graphember.partition.multilevel;

import org.jspecify.annotations.NullMarked;
