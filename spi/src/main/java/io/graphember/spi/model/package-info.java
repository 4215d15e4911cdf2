// SPDX-License-Identifier: Apache-2.0
/**
 * What a model computes, engine-neutral: each layer is a small program of operations over the rows
 * of a block, written in the stages of NN-TGAR (GraphTheta, section 3.1): transform the rows of
 * vertices, make messages of edges, sum them at the destinations, apply.
 *
 * <p>A backend knows {@link io.graphember.spi.model.Operator operators}, not models: whatever is
 * written as a {@link io.graphember.spi.model.Program} runs on every backend, and its backward pass
 * is the reverse of its operations.
 */
@NullMarked
package io.graphember.spi.model;

import org.jspecify.annotations.NullMarked;
