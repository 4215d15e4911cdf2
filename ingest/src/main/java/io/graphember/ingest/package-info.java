// SPDX-License-Identifier: Apache-2.0
/**
 * Graph files to pieces of columns, read in the process of the user who loads a graph: the layout
 * of OGB's csv downloads, any pair of delimited files, and a block model that generates a graph.
 *
 * <p>A {@link io.graphember.ingest.GraphSource} reads once from front to back and hands pieces of
 * at most about 1 MiB to a {@link io.graphember.ingest.PieceSink}, which blocks while the receiver
 * is busy; no object is made for an edge. Nothing here knows where the pieces go, assigns ids or
 * checks that a vertex exists.
 */
package io.graphember.ingest;
