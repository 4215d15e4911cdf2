// SPDX-License-Identifier: Apache-2.0
/** The best candidates of each vertex by the score of the pair, and what scores pairs. */
package io.graphember.inference.candidates;
