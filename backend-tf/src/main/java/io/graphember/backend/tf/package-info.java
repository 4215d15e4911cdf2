// SPDX-License-Identifier: Apache-2.0
/**
 * Backend on TensorFlow Java: a model is a graph that is built once for each form of its input and
 * run with the batch as feeds; gradients leave the graph, and nothing in it is ever updated.
 */
@NullMarked
package io.graphember.backend.tf;

import org.jspecify.annotations.NullMarked;
