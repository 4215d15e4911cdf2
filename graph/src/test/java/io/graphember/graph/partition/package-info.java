// SPDX-License-Identifier: Apache-2.0
/** Tests of partitioners. */
package io.graphember.graph.partition;
