// SPDX-License-Identifier: MIT

package model

// Bundle is synthea_fhir.json: records with many possible fields, few of which are present, and some whose type
// depends on the record.
type Bundle struct {
	ResourceType string        `json:"resourceType"`
	Type         string        `json:"type"`
	Entry        []BundleEntry `json:"entry"`
}

// BundleEntry is a resource and the request that stores it.
type BundleEntry struct {
	FullURL  string   `json:"fullUrl"`
	Resource Resource `json:"resource"`
	Request  Request  `json:"request"`
}

// Request is an HTTP request.
type Request struct {
	Method string `json:"method"`
	URL    string `json:"url"`
}

// Resource is a record of any kind. Name, Total and Type are objects, arrays or strings, depending on the kind.
type Resource struct {
	ResourceType              string           `json:"resourceType"`
	ID                        string           `json:"id"`
	Text                      *Narrative       `json:"text,omitempty"`
	Extension                 []Extension      `json:"extension,omitempty"`
	Contained                 []Contained      `json:"contained,omitempty"`
	Identifier                []Identifier     `json:"identifier,omitempty"`
	Active                    *bool            `json:"active,omitempty"`
	Status                    string           `json:"status,omitempty"`
	Intent                    string           `json:"intent,omitempty"`
	LifecycleStatus           string           `json:"lifecycleStatus,omitempty"`
	ClinicalStatus            *Concept         `json:"clinicalStatus,omitempty"`
	VerificationStatus        *Concept         `json:"verificationStatus,omitempty"`
	AchievementStatus         *Concept         `json:"achievementStatus,omitempty"`
	Class                     *Coding          `json:"class,omitempty"`
	Category                  []Concept        `json:"category,omitempty"`
	Type                      any              `json:"type,omitempty"`
	Use                       string           `json:"use,omitempty"`
	Code                      *Concept         `json:"code,omitempty"`
	VaccineCode               *Concept         `json:"vaccineCode,omitempty"`
	MedicationCodeableConcept *Concept         `json:"medicationCodeableConcept,omitempty"`
	Description               *Concept         `json:"description,omitempty"`
	Name                      any              `json:"name,omitempty"`
	Telecom                   []Telecom        `json:"telecom,omitempty"`
	Gender                    string           `json:"gender,omitempty"`
	BirthDate                 string           `json:"birthDate,omitempty"`
	DeceasedDateTime          string           `json:"deceasedDateTime,omitempty"`
	Address                   []Address        `json:"address,omitempty"`
	MaritalStatus             *Concept         `json:"maritalStatus,omitempty"`
	MultipleBirthBoolean      *bool            `json:"multipleBirthBoolean,omitempty"`
	Communication             []Communication  `json:"communication,omitempty"`
	Subject                   *Reference       `json:"subject,omitempty"`
	Patient                   *Reference       `json:"patient,omitempty"`
	Encounter                 *Reference       `json:"encounter,omitempty"`
	Participant               []Participant    `json:"participant,omitempty"`
	Period                    *Period          `json:"period,omitempty"`
	PerformedPeriod           *Period          `json:"performedPeriod,omitempty"`
	BillablePeriod            *Period          `json:"billablePeriod,omitempty"`
	ServiceProvider           *Reference       `json:"serviceProvider,omitempty"`
	ReasonCode                []Concept        `json:"reasonCode,omitempty"`
	ReasonReference           []Reference      `json:"reasonReference,omitempty"`
	OnsetDateTime             string           `json:"onsetDateTime,omitempty"`
	AbatementDateTime         string           `json:"abatementDateTime,omitempty"`
	RecordedDate              string           `json:"recordedDate,omitempty"`
	OccurrenceDateTime        string           `json:"occurrenceDateTime,omitempty"`
	EffectiveDateTime         string           `json:"effectiveDateTime,omitempty"`
	AuthoredOn                string           `json:"authoredOn,omitempty"`
	Issued                    string           `json:"issued,omitempty"`
	Started                   string           `json:"started,omitempty"`
	PrimarySource             *bool            `json:"primarySource,omitempty"`
	ValueQuantity             *Quantity        `json:"valueQuantity,omitempty"`
	ValueCodeableConcept      *Concept         `json:"valueCodeableConcept,omitempty"`
	Component                 []Component      `json:"component,omitempty"`
	Result                    []Reference      `json:"result,omitempty"`
	Created                   string           `json:"created,omitempty"`
	Insurer                   *Reference       `json:"insurer,omitempty"`
	Provider                  *Reference       `json:"provider,omitempty"`
	Requester                 *Reference       `json:"requester,omitempty"`
	Referral                  *Reference       `json:"referral,omitempty"`
	Claim                     *Reference       `json:"claim,omitempty"`
	Prescription              *Reference       `json:"prescription,omitempty"`
	Outcome                   string           `json:"outcome,omitempty"`
	Priority                  *Concept         `json:"priority,omitempty"`
	CareTeam                  []CareTeamMember `json:"careTeam,omitempty"`
	SupportingInfo            []SupportingInfo `json:"supportingInfo,omitempty"`
	Diagnosis                 []Diagnosis      `json:"diagnosis,omitempty"`
	Procedure                 []ProcedureItem  `json:"procedure,omitempty"`
	Insurance                 []Insurance      `json:"insurance,omitempty"`
	Item                      []Item           `json:"item,omitempty"`
	Total                     any              `json:"total,omitempty"`
	Payment                   *Payment         `json:"payment,omitempty"`
	ManagingOrganization      []Reference      `json:"managingOrganization,omitempty"`
	Addresses                 []Reference      `json:"addresses,omitempty"`
	Goal                      []Reference      `json:"goal,omitempty"`
	Activity                  []Activity       `json:"activity,omitempty"`
	DosageInstruction         []Dosage         `json:"dosageInstruction,omitempty"`
	NumberOfSeries            int              `json:"numberOfSeries,omitempty"`
	NumberOfInstances         int              `json:"numberOfInstances,omitempty"`
	Series                    []Series         `json:"series,omitempty"`
}

type Narrative struct {
	Status string `json:"status"`
	Div    string `json:"div"`
}

type Coding struct {
	System  string `json:"system,omitempty"`
	Code    string `json:"code,omitempty"`
	Display string `json:"display,omitempty"`
}

type Concept struct {
	Coding []Coding `json:"coding,omitempty"`
	Text   string   `json:"text,omitempty"`
}

type Extension struct {
	URL          string      `json:"url"`
	Extension    []Extension `json:"extension,omitempty"`
	ValueCoding  *Coding     `json:"valueCoding,omitempty"`
	ValueString  string      `json:"valueString,omitempty"`
	ValueCode    string      `json:"valueCode,omitempty"`
	ValueAddress *Address    `json:"valueAddress,omitempty"`
	ValueDecimal *float64    `json:"valueDecimal,omitempty"`
}

type Contained struct {
	ResourceType string      `json:"resourceType"`
	ID           string      `json:"id"`
	Status       string      `json:"status"`
	Intent       string      `json:"intent,omitempty"`
	Subject      *Reference  `json:"subject,omitempty"`
	Requester    *Reference  `json:"requester,omitempty"`
	Performer    []Reference `json:"performer,omitempty"`
	Type         *Concept    `json:"type,omitempty"`
	Beneficiary  *Reference  `json:"beneficiary,omitempty"`
	Payor        []Reference `json:"payor,omitempty"`
}

type Identifier struct {
	Use    string   `json:"use,omitempty"`
	System string   `json:"system"`
	Value  string   `json:"value"`
	Type   *Concept `json:"type,omitempty"`
}

type Telecom struct {
	System string `json:"system"`
	Value  string `json:"value"`
	Use    string `json:"use,omitempty"`
}

type Address struct {
	Extension  []Extension `json:"extension,omitempty"`
	Line       []string    `json:"line,omitempty"`
	City       string      `json:"city,omitempty"`
	State      string      `json:"state,omitempty"`
	PostalCode string      `json:"postalCode,omitempty"`
	Country    string      `json:"country,omitempty"`
}

type Communication struct {
	Language Concept `json:"language"`
}

type Reference struct {
	Reference string `json:"reference,omitempty"`
	Display   string `json:"display,omitempty"`
}

type Participant struct {
	Role       []Concept  `json:"role,omitempty"`
	Member     *Reference `json:"member,omitempty"`
	Individual *Reference `json:"individual,omitempty"`
}

type Period struct {
	Start string `json:"start"`
	End   string `json:"end,omitempty"`
}

type Quantity struct {
	Value  float64 `json:"value"`
	Unit   string  `json:"unit,omitempty"`
	System string  `json:"system,omitempty"`
	Code   string  `json:"code,omitempty"`
}

type Money struct {
	Value    float64 `json:"value"`
	Currency string  `json:"currency"`
}

type Component struct {
	Code          Concept  `json:"code"`
	ValueQuantity Quantity `json:"valueQuantity"`
}

type CareTeamMember struct {
	Reference string     `json:"reference,omitempty"`
	Sequence  int        `json:"sequence,omitempty"`
	Provider  *Reference `json:"provider,omitempty"`
	Role      *Concept   `json:"role,omitempty"`
}

type SupportingInfo struct {
	Sequence       int       `json:"sequence"`
	Category       Concept   `json:"category"`
	ValueReference Reference `json:"valueReference"`
}

type Diagnosis struct {
	Sequence           int       `json:"sequence"`
	DiagnosisReference Reference `json:"diagnosisReference"`
	Type               []Concept `json:"type,omitempty"`
}

type ProcedureItem struct {
	Sequence           int       `json:"sequence"`
	ProcedureReference Reference `json:"procedureReference"`
}

type Insurance struct {
	Sequence int       `json:"sequence,omitempty"`
	Focal    bool      `json:"focal"`
	Coverage Reference `json:"coverage"`
}

type Item struct {
	Sequence                int            `json:"sequence"`
	Category                *Concept       `json:"category,omitempty"`
	ProductOrService        Concept        `json:"productOrService"`
	ServicedPeriod          *Period        `json:"servicedPeriod,omitempty"`
	LocationCodeableConcept *Concept       `json:"locationCodeableConcept,omitempty"`
	Encounter               []Reference    `json:"encounter,omitempty"`
	DiagnosisSequence       []int          `json:"diagnosisSequence,omitempty"`
	ProcedureSequence       []int          `json:"procedureSequence,omitempty"`
	InformationSequence     []int          `json:"informationSequence,omitempty"`
	Net                     *Money         `json:"net,omitempty"`
	Adjudication            []Adjudication `json:"adjudication,omitempty"`
}

type Adjudication struct {
	Category Concept `json:"category"`
	Amount   *Money  `json:"amount,omitempty"`
}

type Payment struct {
	Amount Money `json:"amount"`
}

type Activity struct {
	Detail ActivityDetail `json:"detail"`
}

type ActivityDetail struct {
	Code     Concept   `json:"code"`
	Status   string    `json:"status"`
	Location Reference `json:"location"`
}

type Dosage struct {
	Sequence        int           `json:"sequence"`
	Timing          *Timing       `json:"timing,omitempty"`
	AsNeededBoolean bool          `json:"asNeededBoolean"`
	DoseAndRate     []DoseAndRate `json:"doseAndRate,omitempty"`
}

type Timing struct {
	Repeat Repeat `json:"repeat"`
}

type Repeat struct {
	Frequency  int     `json:"frequency"`
	Period     float64 `json:"period"`
	PeriodUnit string  `json:"periodUnit"`
}

type DoseAndRate struct {
	Type         Concept  `json:"type"`
	DoseQuantity Quantity `json:"doseQuantity"`
}

type Series struct {
	UID               string     `json:"uid"`
	Number            int        `json:"number"`
	Modality          Coding     `json:"modality"`
	NumberOfInstances int        `json:"numberOfInstances"`
	BodySite          Coding     `json:"bodySite"`
	Started           string     `json:"started"`
	Instance          []Instance `json:"instance"`
}

type Instance struct {
	UID      string `json:"uid"`
	SOPClass Coding `json:"sopClass"`
	Number   int    `json:"number"`
	Title    string `json:"title"`
}
