// SPDX-License-Identifier: Apache-2.0
/** From the user's vertex keys to numbers and back. */
package io.graphember.graph.key;
