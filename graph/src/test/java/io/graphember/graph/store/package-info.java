// SPDX-License-Identifier: Apache-2.0
/** Tests of the formats in the durable tier. */
package io.graphember.graph.store;
