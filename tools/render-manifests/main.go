// Renders a kustomization and checks every object of it with the code with which an API server checks: unknown and
// repeated fields first, then everything that would be refused. Writes the objects as JSON; complaints go to standard
// error, and the exit code is 1. Custom resources, which no API server knows by itself, are passed on unchecked.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/apps"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	appsvalidation "k8s.io/kubernetes/pkg/apis/apps/validation"
	"k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	corevalidation "k8s.io/kubernetes/pkg/apis/core/validation"
	"k8s.io/kubernetes/pkg/apis/networking"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	networkingvalidation "k8s.io/kubernetes/pkg/apis/networking/validation"
	"k8s.io/kubernetes/pkg/apis/policy"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	policyvalidation "k8s.io/kubernetes/pkg/apis/policy/validation"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

const usage = "usage: render-manifests DIRECTORY"

var strict = serializer.NewCodecFactory(legacyscheme.Scheme, serializer.EnableStrict).UniversalDecoder()

func main() {
	if len(os.Args) != 2 {
		fail(usage)
	}
	if os.Args[1] == "--help" {
		fmt.Println(usage)
		return
	}
	rendered, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), os.Args[1])
	if err != nil {
		fail(err.Error())
	}
	objects := []json.RawMessage{}
	faults := 0
	for _, resource := range rendered.Resources() {
		text, err := resource.MarshalJSON()
		if err != nil {
			fail(err.Error())
		}
		objects = append(objects, text)
		for _, fault := range check(text) {
			faults++
			fmt.Fprintf(os.Stderr, "%s %s: %s\n", resource.GetKind(), resource.GetName(), fault)
		}
	}
	if faults > 0 {
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(objects); err != nil {
		fail(err.Error())
	}
}

func check(text []byte) []error {
	object, _, err := strict.Decode(text, nil, nil)
	if runtime.IsNotRegisteredError(err) {
		return nil
	}
	if err != nil {
		return []error{err}
	}
	faults := []error{}
	for _, fault := range faultsOf(object) {
		faults = append(faults, fault)
	}
	return faults
}

func faultsOf(object runtime.Object) field.ErrorList {
	switch checked := object.(type) {
	case *apps.Deployment:
		return appsvalidation.ValidateDeployment(checked, corevalidation.PodValidationOptions{})
	case *core.Service:
		return corevalidation.ValidateServiceCreate(checked)
	case *core.ConfigMap:
		return corevalidation.ValidateConfigMap(checked)
	case *core.Secret:
		return corevalidation.ValidateSecret(checked)
	case *core.Namespace:
		return corevalidation.ValidateNamespace(checked)
	case *core.PersistentVolumeClaim:
		return corevalidation.ValidatePersistentVolumeClaim(checked, corevalidation.PersistentVolumeClaimSpecValidationOptions{})
	case *policy.PodDisruptionBudget:
		return policyvalidation.ValidatePodDisruptionBudget(checked, policyvalidation.PodDisruptionBudgetValidationOptions{})
	case *networking.NetworkPolicy:
		return networkingvalidation.ValidateNetworkPolicy(checked, networkingvalidation.NetworkPolicyValidationOptions{})
	case *networking.Ingress:
		return networkingvalidation.ValidateIngressCreate(checked)
	default:
		return field.ErrorList{field.NotSupported(field.NewPath("kind"), fmt.Sprintf("%T", object), []string{"one that is checked here"})}
	}
}

func fail(reason string) {
	fmt.Fprintln(os.Stderr, reason)
	os.Exit(1)
}
